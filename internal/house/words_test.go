package house

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
)

// One word, one thing. A name that stands for many things makes a reader stop at every
// place and ask which one is meant. The roles of a name in a package are
//
//   - each kind of declaration that it has there: function, method, type, field,
//     constant, variable of the package;
//   - each type that it has as a parameter, a result or a local variable.
//
// A name that is nothing but local stands a few lines from where it is used, so it does
// not count, whatever its types. Names of one or two letters do not count, as their scope is a few lines; nor do err,
// ok, ctx and a name that is passed, which are the same everywhere, nor the methods by
// which the standard library and the whole program ask, such as String and Hint.
const (
	manyRoles = 4  // or more: the eye stumbles
	mostNames = 10 // with as many roles, in one package
)

func TestOneWordOneThing(t *testing.T) {
	racing.Skip(t)
	for _, r := range allRooms(t) {
		names := ambiguous(r)
		t.Logf("%-40s %3d  %s", r.name, len(names), strings.Join(names, " "))
		assert.LessOrEqual(t, len(names), mostNames,
			"%s has too many names with %d or more roles: %s", r.name, manyRoles, strings.Join(names, ", "))
	}
}

// ambiguous lists the names of a package that have many roles, and how many.
func ambiguous(r room) []string {
	var found []string
	roles := rolesOf(r)
	for _, name := range slices.Sorted(maps.Keys(roles)) {
		if len(roles[name]) >= manyRoles && declared(roles[name]) {
			found = append(found, fmt.Sprintf("%s (%d)", name, len(roles[name])))
		}
	}
	return found
}

// rolesOf collects what each name of a package stands for.
func rolesOf(r room) map[string]map[string]bool {
	roles := map[string]map[string]bool{}
	for ident, object := range r.info.Defs {
		role := roleOf(r, object)
		if role == "" || len(ident.Name) <= 2 || usual[ident.Name] {
			continue
		}
		if roles[ident.Name] == nil {
			roles[ident.Name] = map[string]bool{}
		}
		roles[ident.Name][role] = true
	}
	return roles
}

// usual are names that mean the same in every package.
var usual = map[string]bool{
	"err": true, "ctx": true, "name": true,
	"String": true, "Error": true, "Unwrap": true, "Is": true, "Hint": true, "Read": true, "Write": true, "Close": true,
	"MarshalJSON": true, "UnmarshalJSON": true, "ServeHTTP": true,
}

// declared reports whether one of the roles is more than local.
func declared(roles map[string]bool) bool {
	return slices.ContainsFunc(declarations, func(kind string) bool { return roles[kind] })
}

var declarations = []string{"function", "method", "type", "field", "constant", "variable"}

// roleOf says what an object is for its name, "" where that does not count.
func roleOf(r room, object types.Object) string {
	inPackage := object != nil && object.Parent() == r.types.Scope()
	switch object := object.(type) {
	case *types.Func:
		if object.Signature().Recv() != nil {
			return "method"
		}
		return "function"
	case *types.TypeName:
		return "type"
	case *types.Const:
		return "constant"
	case *types.Var:
		switch {
		case object.Embedded():
			return "" // its name is that of its type
		case object.IsField():
			return "field"
		case inPackage:
			return "variable"
		}
		return "local " + types.TypeString(object.Type(), types.RelativeTo(r.types))
	}
	return ""
}

func TestRolesOfAName(t *testing.T) {
	r := checked(t, `package p
type job struct{ take func() }
func (j job) read() {}
func read(take string) (take2 int) { take1 := 1; return take1 }
func other() { take := 2; _ = take }
func more(take []byte) {}
func (j job) err() {}
func outs(out int) { { out := ""; _ = out }; { out := 1.5; _ = out }; { out := 'x'; _ = out } }
`)
	require.Equal(t, []string{"take (4)"}, ambiguous(r), "and not out, which is local")
	require.Len(t, rolesOf(r)["read"], 2)
	require.Empty(t, rolesOf(r)["err"])
}
