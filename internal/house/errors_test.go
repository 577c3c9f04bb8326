package house

import (
	"go/types"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
)

// An error type that people can meet says what would fix it and where its cause lies, so that
// whoever shows errors asks one interface, failure.Explainer, and knows none of them. Every type
// has both methods, an unexported one too, as what a package returns leaves it all the same.
var explaining = map[string]string{
	"Hint":    "func() string",
	"Failure": "func() " + module + "internal/failure.Kind",
}

// unexplained are the error types without the methods, each with the reason why no person can meet
// one, or what says it in its place.
var unexplained = map[string]string{
	"importer/orderfile/problem.Fault":               "becomes a Problem of a row, which the result file tells",
	"internal/bucket.ownError":                       "Bucket takes it off what it returns: it only ends the attempts",
	"internal/sandbox/contract.Problem":              "the embedded supplier's answer to a program",
	"internal/sandbox/dialect/service.Problem":       "the embedded supplier's answer to a program",
	"internal/sandbox/dialect/service.foreignAnswer": "the embedded supplier's answer to a program, which gets it as it is",
	"internal/snapshot.unusable":                     "Store reads the list in full then, and gives the log the reason",
	"internal/wording.Message":                       "a sentence, which other errors say",
}

func TestErrorsExplainThemselves(t *testing.T) {
	racing.Skip(t)
	left := maps.Clone(unexplained)
	seen := 0
	for _, r := range allRooms(t) {
		for name, lacks := range errorTypes(r) {
			seen++
			place := r.name + "." + name
			if _, listed := unexplained[place]; listed {
				assert.Len(t, lacks, len(explaining), "%s is listed as one without methods that it has", place)
				delete(left, place)
				continue
			}
			assert.Empty(t, lacks, "the error type %s has no such methods", place)
		}
	}
	require.Greater(t, seen, len(explaining)+len(unexplained))
	require.Empty(t, left, "these are listed, and are no error types")
}

// errorTypes are the types of a package that are errors, by value or by pointer, and which of the
// methods that explain them each lacks.
func errorTypes(r room) map[string][]string {
	found := map[string][]string{}
	for _, name := range r.types.Scope().Names() {
		declared, isType := r.types.Scope().Lookup(name).(*types.TypeName)
		if !isType || declared.IsAlias() || types.IsInterface(declared.Type()) {
			continue
		}
		methods := types.NewMethodSet(types.NewPointer(declared.Type()))
		has := func(method, signature string) bool {
			selection := methods.Lookup(r.types, method)
			return selection != nil && types.TypeString(selection.Type(), nil) == signature
		}
		if !has("Error", "func() string") {
			continue
		}
		found[name] = nil
		for _, method := range slices.Sorted(maps.Keys(explaining)) {
			if !has(method, explaining[method]) {
				found[name] = append(found[name], method)
			}
		}
	}
	return found
}

func TestErrorTypes(t *testing.T) {
	r := checked(t, `package p
type Kind int
type Value string
func (Value) Error() string { return "" }
func (Value) Hint() string { return "" }
type Pointer struct{}
func (*Pointer) Error() string { return "" }
type inner struct{ error }
type OtherHint struct{ inner }
func (OtherHint) Hint() int { return 0 }
func (OtherHint) Failure() Kind { return 0 }
type Told interface { error }
type Alias = Pointer
type NoError struct{}
func (NoError) Hint() string { return "" }
func (NoError) Error(of string) string { return of }
`)
	both := []string{"Failure", "Hint"}
	require.Equal(t, map[string][]string{"Value": both[:1], "Pointer": both, "inner": both, "OtherHint": both}, errorTypes(r))
}
