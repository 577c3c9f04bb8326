package config

import (
	"io/fs"
	"strconv"

	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Mode is a file's mode in octal, as people write it: YAML makes a number of 0664,
// and the number of it is another one.
type Mode struct{ strictyaml.Scalar }

// UnmarshalYAML keeps the text as it stands in the file.
func (m *Mode) UnmarshalYAML(node ast.Node) error {
	if err := m.Scalar.UnmarshalYAML(node); err != nil {
		return err
	}
	if m.Text != "" {
		m.Text = node.GetToken().Value
	}
	return nil
}

// mode reads the text; 0 where there is none. The owner has to read and write, and a file
// of ours is no program.
func (m Mode) mode(file, key string) (fs.FileMode, error) {
	if m.Text == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(m.Text, 8, 32)
	if err != nil || n > 0o777 || n&0o600 != 0o600 || n&0o111 != 0 {
		return 0, m.Wrong(file, "%s: %q is no mode of a file that its owner reads and writes: write it in octal, such as \"0640\" (owner and group), \"0660\" (the group writes too) or \"0644\" (everybody reads)", key, m.Text)
	}
	return fs.FileMode(n), nil
}
