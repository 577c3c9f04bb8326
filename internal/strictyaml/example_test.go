package strictyaml_test

import (
	"errors"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// A key that nobody knows is a mistake, with its place and what was perhaps meant.
func ExampleDecode() {
	var config struct {
		Template string `yaml:"template"`
		Private  bool   `yaml:"private"`
	}
	err := strictyaml.Decode("dropbridge.yaml", []byte("template: prom\nprivat: true\n"), &config)
	fmt.Println(err)
	if located, ok := errors.AsType[*strictyaml.Error](err); ok {
		fmt.Println(located.Hint())
	}
	// Output:
	// dropbridge.yaml:2:1: unknown key "privat"
	// did you mean "private"?
}
