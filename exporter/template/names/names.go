package names

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Checker looks for unknown names in expressions over one set of variables.
type Checker struct {
	all      reflect.Type // a struct whose members have the names in tags of expr
	language *conf.Config // the functions
}

// NewChecker makes the checker of expressions over the variables, a pointer to a struct, with
// those options of expr.
func NewChecker(variables any, options []expr.Option) *Checker {
	c := &Checker{all: reflect.TypeOf(variables).Elem(), language: conf.CreateNew()}
	for _, option := range options {
		option(c.language)
	}
	return c
}

// names looks for names that an expression knows nothing of. The checker of expr tells only
// of some: with operators of one's own it lets an unknown name through where it is an argument
// of a function. Whatever is not found here would be nil when the feed is built, and a column
// would be empty without a word.
type names struct {
	*Checker
	declared []declared     // by "let", the innermost last
	items    []reflect.Type // of the lists whose predicates are being read, the innermost last; nil: not known
	wrong    *Unknown       // the first
}

type declared struct {
	name string
	is   reflect.Type
}

// Unknown is a name that is neither a value nor a function, with those that could be meant.
type Unknown struct {
	Name  string
	At    file.Location
	known []string
}

// Error says what is wrong, as the checker of expr does.
func (u *Unknown) Error() string {
	return fmt.Sprintf("unknown name %s at character %d", u.Name, u.At.From+1)
}

// Hint names what was probably meant.
func (u *Unknown) Hint() string {
	if near := strictyaml.Nearest(u.Name, u.known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "known here are: " + strings.Join(u.known, ", ")
}

// Failure is one of the template or mapping that holds the expression.
func (u *Unknown) Failure() failure.Kind { return failure.Config }

// Find gives the first unknown name of an expression; nil where all are known.
func (c *Checker) Find(source string) *Unknown {
	tree, err := parser.ParseWithConfig(source, c.language)
	if err != nil {
		return nil // told by the compiler
	}
	n := names{Checker: c}
	n.read(tree.Node)
	return n.wrong
}

// read goes through an expression and gives its type as far as it tells what members it has;
// nil where it does not.
func (n *names) read(node ast.Node) reflect.Type {
	switch node := node.(type) {
	case *ast.IdentifierNode:
		return n.identifier(node)
	case *ast.PointerNode:
		if node.Name == "" && len(n.items) > 0 {
			return n.items[len(n.items)-1]
		}
		return nil
	case *ast.MemberNode:
		return n.member(node)
	case *ast.ChainNode:
		return n.read(node.Node)
	case *ast.SliceNode:
		n.each(node.From, node.To)
		return n.read(node.Node)
	case *ast.CallNode:
		return n.call(node)
	case *ast.BuiltinNode:
		return n.builtin(node)
	case *ast.ConditionalNode:
		n.read(node.Cond)
		return branches(n.read(node.Exp1), n.read(node.Exp2))
	case *ast.BinaryNode:
		left, right := n.read(node.Left), n.read(node.Right)
		if node.Operator == "??" {
			return branches(left, right)
		}
		return nil
	case *ast.VariableDeclaratorNode:
		n.declared = append(n.declared, declared{node.Name, n.read(node.Value)})
		is := n.read(node.Expr)
		n.declared = n.declared[:len(n.declared)-1]
		return is
	case *ast.PredicateNode:
		return n.read(node.Node)
	}
	n.parts(node)
	return nil
}

// parts reads the nodes that only hold others.
func (n *names) parts(node ast.Node) {
	switch node := node.(type) {
	case *ast.UnaryNode:
		n.read(node.Node)
	case *ast.SequenceNode:
		n.each(node.Nodes...)
	case *ast.ArrayNode:
		n.each(node.Nodes...)
	case *ast.MapNode:
		n.each(node.Pairs...)
	case *ast.PairNode:
		n.each(node.Key, node.Value)
	}
}

func (n *names) each(nodes ...ast.Node) {
	for _, node := range nodes {
		if node != nil {
			n.read(node)
		}
	}
}

// branches is the type that two branches share; one that is not known has no say.
func branches(a, b reflect.Type) reflect.Type {
	switch {
	case a == nil || a == b:
		return b
	case b == nil:
		return a
	}
	return nil
}

func (n *names) identifier(node *ast.IdentifierNode) reflect.Type {
	for _, d := range slices.Backward(n.declared) {
		if d.name == node.Value {
			return d.is
		}
	}
	all := n.all
	if node.Value == "$env" {
		return all
	}
	if is, known := memberOf(all, node.Value); known {
		return is
	}
	known := memberNames(all)
	for _, d := range n.declared {
		known = append(known, d.name)
	}
	n.unknown(node.Value, node.Location(), known)
	return nil
}

// member is a value of a struct or an item of a list.
func (n *names) member(node *ast.MemberNode) reflect.Type {
	of := n.read(node.Node)
	property, named := node.Property.(*ast.StringNode)
	if !named {
		n.read(node.Property)
		return itemOf(of)
	}
	if of == nil || of.Kind() != reflect.Struct || len(memberNames(of)) == 0 {
		return nil
	}
	is, known := memberOf(of, property.Value)
	if !known {
		n.unknown(property.Value, property.Location(), memberNames(of))
	}
	return is
}

// call reads the arguments of a function. Its name is one of the language's or a value's.
func (n *names) call(node *ast.CallNode) reflect.Type {
	n.each(node.Arguments...)
	callee, named := node.Callee.(*ast.IdentifierNode)
	if !named {
		n.read(node.Callee)
		return nil
	}
	if _, known := n.language.Functions[callee.Value]; known {
		return nil
	}
	if _, known := n.language.Builtins[callee.Value]; known {
		return nil
	}
	n.identifier(callee)
	return nil
}

// builtin reads a function of expr itself. Those of lists have predicates over their items.
func (n *names) builtin(node *ast.BuiltinNode) reflect.Type {
	var list, last reflect.Type
	for i, argument := range node.Arguments {
		predicate, over := argument.(*ast.PredicateNode)
		if !over {
			if last = n.read(argument); i == 0 {
				list = last
			}
			continue
		}
		n.items = append(n.items, itemOf(list))
		last = n.read(predicate)
		n.items = n.items[:len(n.items)-1]
	}
	switch node.Name {
	case "filter", "take", "reverse", "sort", "sortBy", "uniq":
		return list
	case "find", "findLast", "first", "last":
		return itemOf(list)
	case "map":
		if last != nil {
			return reflect.SliceOf(last)
		}
	}
	return nil
}

func (n *names) unknown(name string, at file.Location, known []string) {
	if n.wrong == nil {
		slices.Sort(known)
		n.wrong = &Unknown{name, at, known}
	}
}

// itemOf is the type of a list's items; nil where it is no list.
func itemOf(list reflect.Type) reflect.Type {
	if list == nil || list.Kind() != reflect.Slice {
		return nil
	}
	return list.Elem()
}

// memberOf is the type of a member by the name that expressions have for it.
func memberOf(of reflect.Type, name string) (is reflect.Type, known bool) {
	for field := range of.Fields() {
		if field.Tag.Get("expr") == name {
			return field.Type, true
		}
	}
	return nil, false
}

// memberNames are the names of a struct's members in expressions; none of an amount.
func memberNames(of reflect.Type) (names []string) {
	for field := range of.Fields() {
		if name := field.Tag.Get("expr"); name != "" {
			names = append(names, name)
		}
	}
	return names
}
