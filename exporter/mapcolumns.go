package exporter

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// mapColumns are the columns of a user's map that a template names.
type mapColumns map[string]bool

// notice remembers what of the user's maps a path names.
func (c *compiler) notice(in paths, path string) {
	if column, ok := strings.CutPrefix(path, "target."); ok {
		c.categoryColumns[column] = true
		c.uses.target = true
	}
	if in.inside != nil && in.inside.name == "attributes" && (path == "code" || path == "value_code") {
		c.attributeColumns[path] = true
	}
}

// noticeCalls remembers the columns that an expression names.
func (c *compiler) noticeCalls(program *vm.Program) {
	node := program.Node()
	ast.Walk(&node, visitor(func(n ast.Node) {
		call, ok := n.(*ast.CallNode)
		if !ok || len(call.Arguments) == 0 {
			return
		}
		callee, _ := call.Callee.(*ast.IdentifierNode)
		column, _ := call.Arguments[len(call.Arguments)-1].(*ast.StringNode)
		switch {
		case callee == nil || column == nil:
		case callee.Value == "target":
			c.categoryColumns[column.Value] = true
		case callee.Value == "mapped":
			c.attributeColumns[column.Value] = true
		}
	}))
}

// remarkColumns names the columns that the template wants and the map does not have, where
// that is surely no choice: one of a similar name is there, or none that the template
// names. A map often serves several targets, and most columns can be left out.
func (f *feed) remarkColumns(file string, wanted mapColumns, there []string) {
	var spare []string
	for _, column := range there {
		if !wanted[column] {
			spare = append(spare, column)
		}
	}
	for _, column := range slices.Sorted(maps.Keys(wanted)) {
		if slices.Contains(there, column) {
			continue
		}
		message := fmt.Sprintf("%s has no column %s, which template %s names: nothing of it is in the feed", file, column, f.template.Name)
		switch near := strictyaml.Nearest(column, spare); {
		case near != "":
			message += fmt.Sprintf("; did you mean %q?", near)
		case len(spare) < len(there):
			continue
		}
		f.report.warn(warning{"all", MapColumnMissing, message})
	}
}
