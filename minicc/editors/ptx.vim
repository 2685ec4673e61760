" PTX as minicc writes it.  To use it: copy to ~/.vim/syntax, and put into ~/.vimrc
"   autocmd BufRead,BufNewFile *.ptx setfiletype ptx
if exists('b:current_syntax')
  finish
endif
syntax match ptxComment "//.*$"
syntax region ptxComment start="/\*" end="\*/"
syntax region ptxString start=+"+ end=+"+
syntax match ptxDirective "\.\(version\|target\|address_size\|visible\|extern\|weak\|entry\|func\|reg\|shared\|global\|local\|const\|param\|align\|maxntid\|reqntid\|maxnreg\|minnctapersm\|loc\|file\|branchtargets\|calltargets\|callprototype\|pragma\)\>"
syntax match ptxType "\.\(pred\|[busf]8\|[busf]16\|[busf]32\|[busf]64\|b128\|f16x2\)\>"
syntax match ptxLabel "^\s*[$A-Za-z_][$A-Za-z0-9_]*:"
syntax match ptxSpecial "%\(tid\|ntid\|ctaid\|nctaid\|laneid\|warpid\|lanemask_..\|clock64\|clock\|smid\|activemask\)\>\(\.[xyz]\)\="
syntax match ptxBarrier "\<\(bar\|barrier\|membar\|fence\)\>[.a-z:]*"
syntax match ptxBranch "\<\(bra\|brx\|ret\|exit\|call\|trap\)\>[.a-z]*"
syntax match ptxGuard "@!\=%[A-Za-z0-9_$]*"
syntax match ptxNumber "\<\(0[xX]\x\+\|0[fF]\x\{8}\|0[dD]\x\{16}\|\d\+\)\>"
highlight default link ptxComment Comment
highlight default link ptxString String
highlight default link ptxDirective PreProc
highlight default link ptxType Type
highlight default link ptxLabel Label
highlight default link ptxSpecial Constant
highlight default link ptxBarrier Exception
highlight default link ptxBranch Conditional
highlight default link ptxGuard Conditional
highlight default link ptxNumber Number
let b:current_syntax = 'ptx'
