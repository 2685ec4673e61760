/*
 * coeff.h: polynomials of the mathematical functions, each a macro of a variable.
 *
 * Printed by tools/fit.c; change that, not this.
 */
#ifndef COEFF_H
#define COEFF_H

/* clang-format off */

/* (e^x - 1 - x)/x^2;
 * error 2^-57.3 on [-0.35, 0.3501] */
#define EXP_TAIL(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
	fma(x, \
		0x1.61c6a5dce68acp-33, \
		0x1.1f82104e02ecep-29), \
		0x1.ae6428708b779p-26), \
		0x1.27e4d282b69b6p-22), \
		0x1.71de3a5b7fd64p-19), \
		0x1.a01a01aa8317ep-16), \
		0x1.a01a01a01944cp-13), \
		0x1.6c16c16c158f4p-10), \
		0x1.1111111111112p-7), \
		0x1.5555555555557p-5), \
		0x1.5555555555555p-3), \
		0x1p-1)

/* the same for float;
 * error 2^-34.2 on [-0.35, 0.3501] */
#define EXP_TAIL_F(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		0x1.a11c418dfdb7fp-16, \
		0x1.a157b43f3e13ap-13), \
		0x1.6c168095bb882p-10), \
		0x1.1110c32cd98b6p-7), \
		0x1.5555555db723cp-5), \
		0x1.555555686ccfap-3), \
		0x1.ffffffffffe0cp-2)

/* 2^x for float;
 * error 2^-40.7 on [-0.5, 0.5001] */
#define EXP2_F(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		0x1.63d46c65d8d27p-20, \
		0x1.00dc57625a2e4p-16), \
		0x1.4308a9b7ea423p-13), \
		0x1.5d87459390bdbp-10), \
		0x1.3b2ab7199ac17p-7), \
		0x1.c6b08dd70d777p-5), \
		0x1.ebfbdff822d07p-3), \
		0x1.62e42fef84c87p-1), \
		0x1.0000000000003p+0)

/* (atanh(s)/s - 1 - x/3)/x^2, x = s^2;
 * error 2^-54.0 on [0, 0.0296] */
#define LOG_TAIL(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		0x1.baf4b53e50d43p-5, \
		0x1.ac06547ed76bep-5), \
		0x1.e1fb8277daaecp-5), \
		0x1.1110d330ae945p-4), \
		0x1.3b13b1ef2e58bp-4), \
		0x1.745d17449cc87p-4), \
		0x1.c71c71c71d947p-4), \
		0x1.249249249248ep-3), \
		0x1.999999999999ap-3)

/* (atanh(s)/s - 1)/x, x = s^2, for float;
 * error 2^-44.0 on [0, 0.0296] */
#define LOG_TAIL_F(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, \
		0x1.5574bfb75cf4fp-4, \
		0x1.736d7b2ba2303p-4), \
		0x1.c7206d542c10ep-4), \
		0x1.24924520a7b87p-3), \
		0x1.9999999cf7ca7p-3), \
		0x1.5555555554eedp-2)

/* (sin(a) - a)/a^3, x = a^2;
 * error 2^-54.0 on [0, 0.62] */
#define SIN_TAIL(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		-0x1.ab11fcbcfed1p-41, \
		0x1.612174aa9522fp-33), \
		-0x1.ae645404d403dp-26), \
		0x1.71de3a5457ccp-19), \
		-0x1.a01a01a0198e4p-13), \
		0x1.111111111111p-7), \
		-0x1.5555555555555p-3)

/* (cos(a) - 1 + a^2/2)/a^4, x = a^2;
 * error 2^-54.0 on [0, 0.62] */
#define COS_TAIL(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		0x1.ab7328dec33b3p-45, \
		-0x1.9394b0d162778p-37), \
		0x1.1eed8de5641dbp-29), \
		-0x1.27e4fb770eedcp-22), \
		0x1.a01a01a019ce5p-16), \
		-0x1.6c16c16c16c16p-10), \
		0x1.5555555555555p-5)

/* the same for float;
 * error 2^-32.4 on [0, 0.62] */
#define SIN_TAIL_F(x) \
	fma(x, fma(x, fma(x, \
		0x1.6db6f654b1b1cp-19, \
		-0x1.a0138f940c90dp-13), \
		0x1.11110dd9aa6c7p-7), \
		-0x1.555555544d85cp-3)

/* the same for float;
 * error 2^-34.0 on [0, 0.62] */
#define COS_TAIL_F(x) \
	fma(x, fma(x, fma(x, \
		-0x1.251f95bee6bd9p-22, \
		0x1.a015b477db5ap-16), \
		-0x1.6c16bf468a491p-10), \
		0x1.55555554fd4bep-5)

/* (sinh(a) - a)/a^3, x = a^2;
 * error 2^-54.0 on [0, 1] */
#define SINH_TAIL(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		0x1.99f1ba26363e3p-49, \
		0x1.ae77779e0d0abp-41), \
		0x1.612467d39879bp-33), \
		0x1.ae6456791feb8p-26), \
		0x1.71de3a556f9f6p-19), \
		0x1.a01a01a01ap-13), \
		0x1.1111111111111p-7), \
		0x1.5555555555555p-3)

/* (asin(a) - a)/a^3, x = a^2;
 * error 2^-54.2 on [0, 0.2501] */
#define ASIN_TAIL(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
	fma(x, fma(x, fma(x, \
		0x1.e8dce1d93059ep-6, \
		-0x1.417301eea73cap-6), \
		0x1.44fd68995e3e6p-6), \
		0x1.7f0797980a31cp-9), \
		0x1.32855942ae23fp-7), \
		0x1.3b11b1b557ad3p-7), \
		0x1.7b0a05f503506p-7), \
		0x1.c98ff9a9d1183p-7), \
		0x1.1c4f029da29a4p-6), \
		0x1.6e8ba0e5c6c62p-6), \
		0x1.f1c71c7bf837ap-6), \
		0x1.6db6db6da8f22p-5), \
		0x1.33333333333b6p-4), \
		0x1.5555555555555p-3)

/* (atan(a) - a)/a^3, x = a^2;
 * error 2^-54.2 on [0, 0.1718] */
#define ATAN_TAIL(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
	fma(x, \
		0x1.091c9705ab646p-6, \
		-0x1.1a5d78c82ac6dp-5), \
		0x1.7482d3a5f6abp-5), \
		-0x1.ac6487eeae95dp-5), \
		0x1.e196b889b1dadp-5), \
		-0x1.110e5d58dcfd8p-4), \
		0x1.3b13901095c18p-4), \
		-0x1.745d163ff7e92p-4), \
		0x1.c71c71c23e9f4p-4), \
		-0x1.249249248c101p-3), \
		0x1.999999999992bp-3), \
		-0x1.5555555555555p-2)

/* (erf(a)/a - 2/sqrt(pi))/a^2, x = a^2;
 * error 2^-54.5 on [0, 0.2501] */
#define ERF_NEAR(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		-0x1.3d6a07b96611fp-23, \
		0x1.b7ee9cdfffef6p-20), \
		-0x1.f4c275a4d5253p-17), \
		0x1.f9a2dbb1fcbap-14), \
		-0x1.c02db32dab4c3p-11), \
		0x1.565bcd0d1ca77p-8), \
		-0x1.b82ce312869abp-6), \
		0x1.ce2f21a042bccp-4), \
		-0x1.812746b0379e7p-2)

/* (g(x) - g(0))/x, g = (1 + 2a) e^(a^2) erfc(a), x = (a - 4)/(a + 4);
 * error 2^-53.3 on [-0.778, 0.756] */
#define ERFC_SLOPE(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		0x1.7a43cef99af38p-35, \
		0x1.1fcd7f05a6ae9p-34), \
		-0x1.a92e1198e2c2dp-32), \
		-0x1.656df136318a2p-31), \
		0x1.51cfe880687cep-29), \
		0x1.202fc7f3142a3p-28), \
		-0x1.0f3f26c78b79dp-26), \
		-0x1.7d119cb652b8ap-26), \
		0x1.ddd6f5f212c92p-24), \
		0x1.53ef4b392a65fp-24), \
		-0x1.bb565da6c352dp-21), \
		0x1.383ba3fe0d615p-22), \
		0x1.7f2b1f347f97ap-18), \
		-0x1.7881290bf7649p-17), \
		-0x1.99595f756c065p-16), \
		0x1.3be0315101004p-13), \
		-0x1.a1df2511ecd4ep-13), \
		-0x1.8d4a997fefeefp-11), \
		0x1.49c67285fe90cp-8), \
		-0x1.096238855712ap-6), \
		0x1.3079edf682df4p-5), \
		-0x1.0fb06dfe487abp-4), \
		0x1.7fee004e1253bp-4), \
		-0x1.9ddb23c3e911ep-4), \
		0x1.16ecefcfa5396p-4), \
		0x1.f7f5df66fd7bfp-7), \
		-0x1.1df1ad154a28ep-3)

/* a (ln gamma(a) - (a - 1/2) ln a + a - ln(2 pi)/2), x = 1/a^2;
 * error 2^-54.0 on [0, 0.015626] */
#define STIRLING(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		-0x1.6f37f4eff07b6p-1, \
		0x1.48c403a4126dep-3), \
		-0x1.ded48e80a9343p-6), \
		0x1.a3e03d87657f4p-8), \
		-0x1.f6a97fc2b036p-10), \
		0x1.b951df6a612b2p-11), \
		-0x1.3813813613348p-11), \
		0x1.a01a01a019619p-11), \
		-0x1.6c16c16c16c16p-9), \
		0x1.5555555555555p-4)

/* (ln gamma(1 + x)/x + 0.5772...)/x;
 * error 2^-54.7 on [-0.25, 0.2501] */
#define LGAMMA_ONE(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		-0x1.177d187182cep-4, \
		0x1.26ddaef3f3191p-4), \
		-0x1.d23557cfd73f9p-5), \
		0x1.ef6f7ae173f4cp-5), \
		-0x1.11948d1f6782bp-4), \
		0x1.25203332ef6e5p-4), \
		-0x1.3b18c8fd99c94p-4), \
		0x1.5565b50cc3f21p-4), \
		-0x1.748c4dba1b1c2p-4), \
		0x1.9a02002fcecd5p-4), \
		-0x1.c806701ac9d57p-4), \
		0x1.010b3682ace3dp-3), \
		-0x1.2703a1dd29a82p-3), \
		0x1.5b40cb105258p-3), \
		-0x1.a8b9c17aa5effp-3), \
		0x1.151322ac7d6f7p-2), \
		-0x1.9a4d55beab2d7p-2), \
		0x1.a51a6625307d3p-1)

/* (ln gamma(2 + x)/x - 0.4227...)/x;
 * error 2^-54.1 on [-0.25, 0.2501] */
#define LGAMMA_TWO(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
	fma(x, fma(x, fma(x, \
		-0x1.1f335fa7dac0cp-19, \
		0x1.340ae3abe2001p-18), \
		-0x1.3c722f4df5c4ep-17), \
		0x1.57bd88ec6eb33p-16), \
		-0x1.78df25afee7d2p-15), \
		0x1.a1288cf581db4p-14), \
		-0x1.d3fd4b5f743fp-13), \
		0x1.0b36aeebc42a6p-11), \
		-0x1.38ac5c2c54011p-10), \
		0x1.7add6eae1deb5p-9), \
		-0x1.e404fc218f497p-8), \
		0x1.51322ac7d83b5p-6), \
		-0x1.13e001a557607p-4), \
		0x1.4a34cc4a60fa6p-2)

#endif
