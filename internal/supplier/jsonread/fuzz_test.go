package jsonread

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

func FuzzValidText(f *testing.F) {
	for _, text := range []string{"чайник скляний", "a\xc0\x80bcdefgh", "\xd0\x90\xd0\x90\xd0\x90\xc1\x80", "日本語日本語", "\xed\xa0\x80\xed\xa0\x80", "abcdefg\xd0", "😀😀😀"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		require.Equal(t, utf8.ValidString(text), validText(text))
	})
}

func FuzzScanner(f *testing.F) {
	f.Add([]byte(`{"a":[1,2.5e-3,"x\u00e9",null,true]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &Scanner{data: string(data)}
		err := s.Skip()
		if err == nil {
			err = s.End()
		}
		_, referenceErr := suppliertest.JSONTree(string(data))
		if bytes.Count(data, []byte("["))+bytes.Count(data, []byte("{")) > MaxDepth {
			return
		}
		require.Equal(t, referenceErr == nil, err == nil, "%v, %v", err, referenceErr)
	})
}
