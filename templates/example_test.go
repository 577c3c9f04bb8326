package templates_test

import (
	"fmt"

	"github.com/dropbridge/dropbridge/templates"
)

// A template of the built-in set is known by its kind and name.
func ExampleSet_Read() {
	set := templates.Open("") // or the folder of a user, which lies over the built-in ones
	_, file, err := set.Read(templates.Feed, "prom")
	fmt.Println(file, err)
	_, _, err = set.Read(templates.Feed, "pron")
	fmt.Println(err)
	// Output:
	// templates/feeds/prom.yaml <nil>
	// unknown feed template "pron"
}
