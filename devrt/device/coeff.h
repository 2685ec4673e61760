/*
 * coeff.h: polynomials of the mathematical functions, each a macro of a variable.
 *
 * Those of double have their coefficients in tables, which the device keeps in constant memory:
 * an instruction takes its operand from there, where a literal would be two more of them.
 *
 * Printed by tools/fit.c; change that, not this.
 */
#ifndef COEFF_H
#define COEFF_H

/* clang-format off */

/* (e^x - 1 - x)/x^2;
 * error 2^-56.5 on [-0.3467, 0.3467] */
static const double exp_tail[] = {
	0x1.000000000000cp-1,
	0x1.5555555555561p-3,
	0x1.5555555550001p-5,
	0x1.111111110d61ap-7,
	0x1.6c16c185b1c76p-10,
	0x1.a01a01baed13ep-13,
	0x1.a01996769d1efp-16,
	0x1.71dddfb375fa2p-19,
	0x1.28b064ba3cfe2p-22,
	0x1.af85aeabc9dcfp-26,
};
#define EXP_TAIL(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		exp_tail[9], \
		exp_tail[8]), \
		exp_tail[7]), \
		exp_tail[6]), \
		exp_tail[5]), \
		exp_tail[4]), \
		exp_tail[3]), \
		exp_tail[2]), \
		exp_tail[1]), \
		exp_tail[0])

/* the same further out;
 * error 2^-57.1 on [-0.4302, 0.4302] */
static const double expm1_tail[] = {
	0x1p-1,
	0x1.5555555555574p-3,
	0x1.5555555555581p-5,
	0x1.1111111107c54p-7,
	0x1.6c16c16c08c34p-10,
	0x1.a01a01d9e4515p-13,
	0x1.a01a01dcd371cp-16,
	0x1.71dd9d90e0b46p-19,
	0x1.27e47bb09082bp-22,
	0x1.afe651871574dp-26,
	0x1.1ff0297c77efap-29,
};
#define EXPM1_TAIL(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		expm1_tail[10], \
		expm1_tail[9]), \
		expm1_tail[8]), \
		expm1_tail[7]), \
		expm1_tail[6]), \
		expm1_tail[5]), \
		expm1_tail[4]), \
		expm1_tail[3]), \
		expm1_tail[2]), \
		expm1_tail[1]), \
		expm1_tail[0])

/* (2^x - 1)/x;
 * error 2^-55.9 on [-0.5001, 0.5001] */
static const double exp2_slope[] = {
	0x1.62e42fefa39efp-1,
	0x1.ebfbdff82c5a5p-3,
	0x1.c6b08d704a0d7p-5,
	0x1.3b2ab6fb9ff34p-7,
	0x1.5d87fe78a0e16p-10,
	0x1.4309130f36d4cp-13,
	0x1.ffcbfc7c4e9fbp-17,
	0x1.62bfc6b938aefp-20,
	0x1.b524cddaad9cdp-24,
	0x1.e61ccbd0e4105p-28,
	0x1.ea185f1641903p-32,
};
#define EXP2_SLOPE(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		exp2_slope[10], \
		exp2_slope[9]), \
		exp2_slope[8]), \
		exp2_slope[7]), \
		exp2_slope[6]), \
		exp2_slope[5]), \
		exp2_slope[4]), \
		exp2_slope[3]), \
		exp2_slope[2]), \
		exp2_slope[1]), \
		exp2_slope[0])

/* (10^x - 1)/x;
 * error 2^-54.6 on [-0.1506, 0.1506] */
static const double exp10_slope[] = {
	0x1.26bb1bbb55516p+1,
	0x1.53524c73cea78p+1,
	0x1.0470591de2cb2p+1,
	0x1.2bd7609fd4d23p+0,
	0x1.1429ffd1d06dbp-1,
	0x1.a7ed70a275e67p-3,
	0x1.16e4dfd6bbbf2p-4,
	0x1.41165d6e87d09p-6,
	0x1.48977087686a1p-8,
	0x1.2f757f150b96fp-10,
	0x1.fc29fabaf5778p-13,
};
#define EXP10_SLOPE(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		exp10_slope[10], \
		exp10_slope[9]), \
		exp10_slope[8]), \
		exp10_slope[7]), \
		exp10_slope[6]), \
		exp10_slope[5]), \
		exp10_slope[4]), \
		exp10_slope[3]), \
		exp10_slope[2]), \
		exp10_slope[1]), \
		exp10_slope[0])

/* 2 (atanh(s)/s - 1)/x, x = s^2;
 * error 2^-57.8 on [0, 0.02945] */
static const double log_term[] = {
	0x1.5555555555593p-1,
	0x1.999999997fcap-2,
	0x1.2492494201c8dp-2,
	0x1.c71c51faeaeeap-3,
	0x1.7466420d556e2p-3,
	0x1.39a1652246ad6p-3,
	0x1.2f08ed016a8cp-3,
};
#define LOG_TERM(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		log_term[6], \
		log_term[5]), \
		log_term[4]), \
		log_term[3]), \
		log_term[2]), \
		log_term[1]), \
		log_term[0])

/* (atanh(s)/s - 1 - x/3)/x^2, x = s^2;
 * error 2^-66.6 on [0, 0.0296] */
static const double log_tail[] = {
	0x1.9999999999995p-3,
	0x1.24924924930abp-3,
	0x1.c71c71c5725c8p-4,
	0x1.745d18390c0dap-4,
	0x1.3b1360ebdfc67p-4,
	0x1.1120fa688ac29p-4,
	0x1.de288b637fe32p-5,
	0x1.eb6bc7c49d155p-5,
};
#define LOG_TAIL(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		log_tail[7], \
		log_tail[6]), \
		log_tail[5]), \
		log_tail[4]), \
		log_tail[3]), \
		log_tail[2]), \
		log_tail[1]), \
		log_tail[0])

/* (sin(a) - a)/a^3, x = a^2;
 * error 2^-57.2 on [0, 0.617] */
static const double sin_tail[] = {
	-0x1.5555555555549p-3,
	0x1.111111110f879p-7,
	-0x1.a01a019c116c7p-13,
	0x1.71de35778dedap-19,
	-0x1.ae5e661974b72p-26,
	0x1.5d92f70c5ed3ap-33,
};
#define SIN_TAIL(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, \
		sin_tail[5], \
		sin_tail[4]), \
		sin_tail[3]), \
		sin_tail[2]), \
		sin_tail[1]), \
		sin_tail[0])

/* (cos(a) - 1 + a^2/2)/a^4, x = a^2;
 * error 2^-59.9 on [0, 0.617] */
static const double cos_tail[] = {
	0x1.555555555554cp-5,
	-0x1.6c16c16c1517cp-10,
	0x1.a01a019cb1975p-16,
	-0x1.27e4f809d3ab7p-22,
	0x1.1ee9ebd4b6322p-29,
	-0x1.8fae917c20095p-37,
};
#define COS_TAIL(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, \
		cos_tail[5], \
		cos_tail[4]), \
		cos_tail[3]), \
		cos_tail[2]), \
		cos_tail[1]), \
		cos_tail[0])

/* (tanh(a) - a)/a^3, x = a^2;
 * error 2^-56.7 on [0, 0.3602] */
static const double tanh_tail[] = {
	-0x1.5555555555531p-2,
	0x1.111111110e331p-3,
	-0x1.ba1ba1b792067p-5,
	0x1.664f47f3305e1p-6,
	-0x1.226e22e434639p-7,
	0x1.d6d0d076c691ap-9,
	-0x1.7d7a448e6dc45p-10,
	0x1.33dddde55b47p-11,
	-0x1.e344256d8cbe9p-13,
	0x1.4cdf9667ad409p-14,
	-0x1.209fdba7296cdp-16,
};
#define TANH_TAIL(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		tanh_tail[10], \
		tanh_tail[9]), \
		tanh_tail[8]), \
		tanh_tail[7]), \
		tanh_tail[6]), \
		tanh_tail[5]), \
		tanh_tail[4]), \
		tanh_tail[3]), \
		tanh_tail[2]), \
		tanh_tail[1]), \
		tanh_tail[0])

/* (asin(a) - a)/a^3, x = a^2;
 * error 2^-55.8 on [0, 0.2501] */
static const double asin_tail[] = {
	0x1.5555555555384p-3,
	0x1.333333336fddp-4,
	0x1.6db6db419c118p-5,
	0x1.f1c72c7fb4c8dp-6,
	0x1.6e89edb6dd6e2p-6,
	0x1.1c6c42dca09d7p-6,
	0x1.c6f65ba292575p-7,
	0x1.8ef2e97077f5bp-7,
	0x1.aa3630add35e8p-8,
	0x1.4109233f2e6dcp-6,
	-0x1.0b7fe65515e7ap-6,
	0x1.05feba3cb2911p-5,
};
#define ASIN_TAIL(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
	fma(x, \
		asin_tail[11], \
		asin_tail[10]), \
		asin_tail[9]), \
		asin_tail[8]), \
		asin_tail[7]), \
		asin_tail[6]), \
		asin_tail[5]), \
		asin_tail[4]), \
		asin_tail[3]), \
		asin_tail[2]), \
		asin_tail[1]), \
		asin_tail[0])

/* (atan(a) - a)/a^3, x = a^2;
 * error 2^-54.5 on [0, 1] */
static const double atan_tail[] = {
	-0x1.5555555555464p-2,
	0x1.9999999985ccdp-3,
	-0x1.2492491ffb87p-3,
	0x1.c71c70b078b1ap-4,
	-0x1.745d0352da975p-4,
	0x1.3b12beabbfb1ep-4,
	-0x1.1108f249aa618p-4,
	0x1.e17b987fc17fep-5,
	-0x1.ad4076c424681p-5,
	0x1.7f0cc311b8d1bp-5,
	-0x1.4fa1eed1f65c3p-5,
	0x1.17b8265dad601p-5,
	-0x1.a8da355316daep-6,
	0x1.17e8939e6ea88p-6,
	-0x1.2f9c1ce9a6031p-7,
	0x1.ff3e17c37ed3fp-9,
	-0x1.358896464de94p-10,
	0x1.dbbd94282d966p-13,
	-0x1.5aa8c9ad0b4dap-16,
};
#define ATAN_TAIL(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		atan_tail[18], \
		atan_tail[17]), \
		atan_tail[16]), \
		atan_tail[15]), \
		atan_tail[14]), \
		atan_tail[13]), \
		atan_tail[12]), \
		atan_tail[11]), \
		atan_tail[10]), \
		atan_tail[9]), \
		atan_tail[8]), \
		atan_tail[7]), \
		atan_tail[6]), \
		atan_tail[5]), \
		atan_tail[4]), \
		atan_tail[3]), \
		atan_tail[2]), \
		atan_tail[1]), \
		atan_tail[0])

/* (-ln(erfc(x))/x - 2/sqrt(pi))/x;
 * error 2^-53.4 on [0, 6] */
static const double erf_slope[] = {
	0x1.45f306dc9c936p-1,
	0x1.a4f4e2a19a268p-4,
	-0x1.39668589fdd31p-6,
	-0x1.b6b6cd90dd1e5p-13,
	0x1.bca6bd1792b2cp-10,
	-0x1.3567fa1a967eep-11,
	0x1.b363649d01da5p-16,
	0x1.0db02bce39f51p-14,
	-0x1.ec33f5675c67bp-16,
	0x1.799cc310d749cp-19,
	0x1.dc23e72548091p-19,
	-0x1.44595f501bbc1p-19,
	0x1.c60466e0b7879p-21,
	-0x1.6d89340a67aadp-23,
	0x1.d9d2f435d32a8p-28,
	0x1.1a880470de748p-27,
	-0x1.bf4f697484a93p-29,
	0x1.802880ec0b6bfp-31,
	-0x1.add39aac31b3bp-34,
	0x1.39c376071509dp-37,
	-0x1.119df21bbaa65p-41,
	0x1.b293f21a9b243p-47,
};
#define ERF_SLOPE(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
	fma(x, \
		erf_slope[21], \
		erf_slope[20]), \
		erf_slope[19]), \
		erf_slope[18]), \
		erf_slope[17]), \
		erf_slope[16]), \
		erf_slope[15]), \
		erf_slope[14]), \
		erf_slope[13]), \
		erf_slope[12]), \
		erf_slope[11]), \
		erf_slope[10]), \
		erf_slope[9]), \
		erf_slope[8]), \
		erf_slope[7]), \
		erf_slope[6]), \
		erf_slope[5]), \
		erf_slope[4]), \
		erf_slope[3]), \
		erf_slope[2]), \
		erf_slope[1]), \
		erf_slope[0])

/* (a + 5/2) e^(a^2) erfc(a), x = (a - 5/2)/(a + 5/2);
 * error 2^-53.4 on [-1, 0.834] */
static const double erfc_scaled[] = {
	0x1.0dd50785280a5p+0,
	-0x1.9bfb53c4039d7p-1,
	0x1.d0cedcb8c9029p-2,
	-0x1.5eb8eba1dfd3fp-3,
	0x1.d0acf691fb6bcp-6,
	0x1.1305f56563126p-7,
	-0x1.3bcdce3bd59e1p-8,
	-0x1.cc8b1203f56abp-12,
	0x1.7069f50fe5d25p-11,
	0x1.e91ef1ebeebc9p-15,
	-0x1.d84ca894fd836p-14,
	-0x1.47b05e05c8dap-16,
	0x1.3219d679bc14ap-16,
	0x1.c52319f54fc35p-18,
	-0x1.395550f9d2b63p-19,
	-0x1.06aba171031a8p-19,
	-0x1.0058c3078d762p-30,
	0x1.d6c7acb54bf5fp-22,
	0x1.17f40e22d53e5p-23,
	-0x1.015a4464b2ecfp-24,
	-0x1.83eca23f1fdd2p-25,
	-0x1.05128006527a1p-30,
	0x1.c8a8dc8c5f6c2p-28,
	0x1.c6163654220edp-30,
};
#define ERFC_SCALED(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
	fma(x, fma(x, fma(x, \
		erfc_scaled[23], \
		erfc_scaled[22]), \
		erfc_scaled[21]), \
		erfc_scaled[20]), \
		erfc_scaled[19]), \
		erfc_scaled[18]), \
		erfc_scaled[17]), \
		erfc_scaled[16]), \
		erfc_scaled[15]), \
		erfc_scaled[14]), \
		erfc_scaled[13]), \
		erfc_scaled[12]), \
		erfc_scaled[11]), \
		erfc_scaled[10]), \
		erfc_scaled[9]), \
		erfc_scaled[8]), \
		erfc_scaled[7]), \
		erfc_scaled[6]), \
		erfc_scaled[5]), \
		erfc_scaled[4]), \
		erfc_scaled[3]), \
		erfc_scaled[2]), \
		erfc_scaled[1]), \
		erfc_scaled[0])

/* a (ln gamma(a) - (a - 1/2) ln a + a - ln(2 pi)/2), x = 1/a^2;
 * error 2^-54.0 on [0, 0.015626] */
static const double stirling_series[] = {
	0x1.5555555555555p-4,
	-0x1.6c16c16c16c16p-9,
	0x1.a01a01a01968ap-11,
	-0x1.381381362526ep-11,
	0x1.b951df81505ccp-11,
	-0x1.f6a9880164bfcp-10,
	0x1.a3e11c9ce4981p-8,
	-0x1.dee24ea6cc4p-6,
	0x1.48fe8b88d06f1p-3,
	-0x1.7007a60171c2ep-1,
};
#define STIRLING_SERIES(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
		stirling_series[9], \
		stirling_series[8]), \
		stirling_series[7]), \
		stirling_series[6]), \
		stirling_series[5]), \
		stirling_series[4]), \
		stirling_series[3]), \
		stirling_series[2]), \
		stirling_series[1]), \
		stirling_series[0])

/* ln gamma(2 + x)/x;
 * error 2^-54.6 on [-0.6, 1] */
static const double lgamma_two[] = {
	0x1.b0ee6072093cep-2,
	0x1.4a34cc4a60fa9p-2,
	-0x1.13e001a5575c5p-4,
	0x1.51322ac7d712fp-6,
	-0x1.e404fc219e709p-8,
	0x1.7add6eaf4553fp-9,
	-0x1.38ac5c277f579p-10,
	0x1.0b36af0f7436dp-11,
	-0x1.d3fd4d420f56ep-13,
	0x1.a127d7643b482p-14,
	-0x1.78de71e420437p-15,
	0x1.580a3b10335c9p-16,
	-0x1.3cb66504f1a4cp-17,
	0x1.25c78b7cf5242p-18,
	-0x1.123ed691d6013p-19,
	0x1.fe7331ef4d1a7p-21,
	-0x1.d6664cf337bfcp-22,
	0x1.c63c624d1ef3p-23,
	-0x1.ea96791114562p-24,
	0x1.f2373eb6ab413p-25,
	-0x1.56f84a1f1a93cp-26,
	0x1.afd8269e993f6p-29,
};
#define LGAMMA_TWO(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
	fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, fma(x, \
	fma(x, \
		lgamma_two[21], \
		lgamma_two[20]), \
		lgamma_two[19]), \
		lgamma_two[18]), \
		lgamma_two[17]), \
		lgamma_two[16]), \
		lgamma_two[15]), \
		lgamma_two[14]), \
		lgamma_two[13]), \
		lgamma_two[12]), \
		lgamma_two[11]), \
		lgamma_two[10]), \
		lgamma_two[9]), \
		lgamma_two[8]), \
		lgamma_two[7]), \
		lgamma_two[6]), \
		lgamma_two[5]), \
		lgamma_two[4]), \
		lgamma_two[3]), \
		lgamma_two[2]), \
		lgamma_two[1]), \
		lgamma_two[0])

/* ln gamma(2 + x)/x;
 * error 2^-24.7 on [-0.6, 1] */
#define LGAMMA_TWO_F(x) \
	fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, \
		0x1.f25a8cp-15f, \
		-0x1.0056dap-12f), \
		0x1.226db4p-11f), \
		-0x1.39a604p-10f), \
		0x1.790ab2p-9f), \
		-0x1.e3db26p-8f), \
		0x1.513912p-6f), \
		-0x1.13e044p-4f), \
		0x1.4a34c8p-2f), \
		0x1.b0ee6p-2f)

/* the series of STIRLING_SERIES over ln 2;
 * error 2^-25.4 on [0, 0.1112] */
#define STIRLING_F(x) \
	fmaf(x, fmaf(x, fmaf(x, \
		-0x1.589e5p-11f, \
		0x1.28d9fep-10f), \
		-0x1.069e08p-8f), \
		0x1.ec709ep-4f)

/* (e^x - 1 - x)/x^2;
 * error 2^-24.0 on [-0.4302, 0.4302] */
#define EXPM1_TAIL_F(x) \
	fmaf(x, fmaf(x, fmaf(x, fmaf(x, \
		0x1.6e6a72p-10f, \
		0x1.12bf32p-7f), \
		0x1.55536ap-5f), \
		0x1.5553cap-3f), \
		0x1p-1f)

/* (ln(1 + x) - x)/x^2;
 * error 2^-24.8 on [-0.2931, 0.4144] */
#define LOG_TAIL_F(x) \
	fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, \
		0x1.6ff182p-4f, \
		-0x1.278bc2p-3f), \
		0x1.30d432p-3f), \
		-0x1.52f868p-3f), \
		0x1.98d9a6p-3f), \
		-0x1.0006d2p-2f), \
		0x1.5556eap-2f), \
		-0x1.fffff4p-2f)

/* (log2(1 + x) - x/ln 2)/x^2;
 * error 2^-25.9 on [-0.2931, 0.4144] */
#define LOG2_TAIL_F(x) \
	fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, \
		-0x1.ce805p-4f, \
		0x1.805e2cp-3f), \
		-0x1.864accp-3f), \
		0x1.a27664p-3f), \
		-0x1.eacbaap-3f), \
		0x1.278244p-2f), \
		-0x1.715a3ep-2f), \
		0x1.ec7086p-2f), \
		-0x1.715472p-1f)

/* (log10(1 + x) - x/ln 10)/x^2;
 * error 2^-26.0 on [-0.2931, 0.4144] */
#define LOG10_TAIL_F(x) \
	fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, \
		0x1.3f977p-5f, \
		-0x1.00b53cp-4f), \
		0x1.08c56p-4f), \
		-0x1.266d08p-4f), \
		0x1.631f6cp-4f), \
		-0x1.bcc38ap-4f), \
		0x1.287bd6p-3f), \
		-0x1.bcb7a8p-3f)

/* (sin(a) - a)/a^3, x = a^2;
 * error 2^-27.5 on [0, 0.617] */
#define SIN_TAIL_F(x) \
	fmaf(x, fmaf(x, \
		-0x1.994e48p-13f, \
		0x1.11076p-7f), \
		-0x1.555546p-3f)

/* (cos(a) - 1 + a^2/2)/a^4, x = a^2;
 * error 2^-30.9 on [0, 0.617] */
#define COS_TAIL_F(x) \
	fmaf(x, fmaf(x, \
		0x1.9a01fap-16f, \
		-0x1.6c0c8ap-10f), \
		0x1.55554ap-5f)

/* (tan(a) - a)/a^3, x = a^2;
 * error 2^-25.0 on [0, 0.617] */
#define TAN_TAIL_F(x) \
	fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, \
		0x1.36404p-7f, \
		0x1.855056p-9f), \
		0x1.91e9f4p-6f), \
		0x1.b54b12p-5f), \
		0x1.112fep-3f), \
		0x1.5554d4p-2f)

/* (sinh(a) - a)/a^3, x = a^2;
 * error 2^-25.0 on [0, 1] */
#define SINH_TAIL_F(x) \
	fmaf(x, fmaf(x, \
		0x1.ab585cp-13f, \
		0x1.10f6ep-7f), \
		0x1.55559ap-3f)

/* (tanh(a) - a)/a^3, x = a^2;
 * error 2^-24.6 on [0, 0.3026] */
#define TANH_TAIL_F(x) \
	fmaf(x, fmaf(x, fmaf(x, \
		0x1.0da2e2p-6f, \
		-0x1.af951ap-5f), \
		0x1.10d00ap-3f), \
		-0x1.555458p-2f)

/* (asin(a) - a)/a^3, x = a^2;
 * error 2^-25.2 on [0, 0.315] */
#define ASIN_TAIL_F(x) \
	fmaf(x, fmaf(x, fmaf(x, fmaf(x, \
		0x1.a285b2p-5f, \
		0x1.30787p-6f), \
		0x1.7e57dp-5f), \
		0x1.329816p-4f), \
		0x1.555726p-3f)

/* (atan(a) - a)/a^3, x = a^2;
 * error 2^-25.4 on [0, 1] */
#define ATAN_TAIL_F(x) \
	fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, \
		0x1.85e282p-9f, \
		-0x1.0faa74p-6f), \
		0x1.64ca5ap-5f), \
		-0x1.36801ep-4f), \
		0x1.b568cep-4f), \
		-0x1.231b64p-3f), \
		0x1.997adcp-3f), \
		-0x1.5554e6p-2f)

/* 2 atanh(s)/s/ln 2, x = s^2;
 * error 2^-45.1 on [0, 0.02945] */
static const double pow_series[] = {
	0x1.71547652b8228p+1,
	0x1.ec709dc5589fbp-1,
	0x1.2776c27d9cc85p-1,
	0x1.a61a3c4672a8ap-2,
	0x1.479380b0cd39ep-2,
	0x1.21c814cc3b277p-2,
};
#define POW_SERIES(x) \
	fma(x, fma(x, fma(x, fma(x, fma(x, \
		pow_series[5], \
		pow_series[4]), \
		pow_series[3]), \
		pow_series[2]), \
		pow_series[1]), \
		pow_series[0])

/* erf(a)/a, x = a^2;
 * error 2^-24.2 on [0, 1] */
#define ERF_NEAR_F(x) \
	fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, \
		0x1.4ae108p-14f, \
		-0x1.a48464p-11f), \
		0x1.5419b8p-8f), \
		-0x1.b7fbacp-6f), \
		0x1.ce2d1ep-4f), \
		-0x1.81273ep-2f), \
		0x1.20dd74p+0f)

/* -log2(erfc(x))/x;
 * error 2^-29.5 on [0.99, 4] */
#define ERF_SLOPE_F(x) \
	fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, \
		0x1.4a9c4ap-16f, \
		-0x1.06cf8ep-11f), \
		0x1.6203b4p-8f), \
		-0x1.1b6bep-5f), \
		0x1.3aa818p-3f), \
		0x1.d50afap-1f), \
		0x1.a0dbc6p+0f)

/* (a + 1) e^(a^2) erfc(a), x = (a - 1)/(a + 1);
 * error 2^-25.0 on [-1, 0.82] */
#define ERFC_SCALED_F(x) \
	fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, fmaf(x, \
	fmaf(x, \
		0x1.59549cp-12f, \
		0x1.8c883ap-11f), \
		-0x1.7b485ap-13f), \
		-0x1.456e74p-9f), \
		-0x1.fc6fa4p-9f), \
		-0x1.34ad94p-10f), \
		0x1.3ab718p-7f), \
		0x1.9ff4cp-6f), \
		0x1.c78b4ap-7f), \
		-0x1.87659ep-4f), \
		-0x1.e6c522p-3f), \
		0x1.b5d878p-1f)

#endif
