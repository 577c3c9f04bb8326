package jsonread

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

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
