package csvtemplate

import (
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Open reads a template's YAML into spec; file is its name in errors. Every mistake is a
// *strictyaml.Error.
func Open(file string, data []byte, spec any) (Compiler, error) {
	return Compiler{File: file}, strictyaml.Decode(file, data, spec)
}

// Named refuses a template without a name.
func (c Compiler) Named(name strictyaml.Scalar) error {
	if name.Text == "" {
		return c.Fail(name, "a template needs a name")
	}
	return nil
}

// OfKind refuses a template of another kind than want and its further names.
func (c Compiler) OfKind(kind strictyaml.Scalar, want string, also ...string) error {
	if kind.Text != want && !slices.Contains(also, kind.Text) {
		return c.Fail(kind, "kind must be %s, not %q", want, kind.Text)
	}
	return nil
}

// CheckBOM refuses a byte order mark in another encoding than UTF-8.
func (c Compiler) CheckBOM(at strictyaml.Scalar, bom bool, encoding Encoding) error {
	if bom && encoding != UTF8 {
		return c.Fail(at, "a byte order mark (bom) belongs to utf-8 alone")
	}
	return nil
}

// mostSheetName is how many UTF-16 units the name of a workbook's sheet may have.
const mostSheetName = 31

// CheckSheet refuses what cannot name a workbook's sheet.
func (c Compiler) CheckSheet(at strictyaml.Scalar, name string) error {
	if name == "" || len(utf16.Encode([]rune(name))) > mostSheetName || strings.ContainsAny(name, `:\/?*[]'`) {
		return c.Fail(at, `%q cannot name a sheet: at most %d characters, and none of : \ / ? * [ ] '`, name, mostSheetName)
	}
	return nil
}
