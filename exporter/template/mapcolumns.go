package template

import (
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"
)

// mapColumns are the columns of a user's map that a template names.
type mapColumns map[string]bool

// notice remembers what of the user's maps a path names.
func (c *compiler) notice(in paths, path string) {
	if column, ok := strings.CutPrefix(path, "target."); ok {
		c.categoryColumns[column] = true
		c.uses.Target = true
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
