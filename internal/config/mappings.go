package config

import (
	"fmt"
	"sync"

	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// compileOnce compiles a mapping, or knows it by all that it is made of: each command asks a few times.
func compileOnce(known *sync.Map, file string, data []byte, params map[string]string) (*mapping.Program, error) {
	if known == nil { // the config was not read
		return mapping.CompileWith(file, data, params)
	}
	key := fmt.Sprintf("%q %s %q", file, data, params)
	if m, found := known.Load(key); found {
		return m.(*mapping.Program), nil
	}
	m, err := mapping.CompileWith(file, data, params)
	if err == nil {
		known.Store(key, m)
	}
	return m, err
}
