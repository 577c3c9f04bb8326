package markup_test

import (
	"fmt"

	"github.com/dropbridge/dropbridge/exporter/markup"
)

// Only the tags that a target takes stay, well-formed.
func ExamplePolicy_Clean() {
	policy := markup.NewPolicy("p", "b")
	text, changed := policy.Clean(`<p onclick="x()">Сталь &amp; скло <b>1,7 л</p><script>alert(1)</script>`)
	fmt.Println(text, changed)
	// Output:
	// <p>Сталь &amp; скло <b>1,7 л</b></p> true
}

// A text is cut at a word.
func ExampleCut() {
	text, cut := markup.Cut("Чайник електричний зі сталі, 1,7 л", 26, markup.Characters)
	fmt.Println(text, cut)
	// Output: Чайник електричний зі true
}
