package names

import (
	"testing"

	"github.com/expr-lang/expr"
	"github.com/stretchr/testify/require"
)

type item struct {
	Name string `expr:"name"`
}

type all struct {
	Brand string `expr:"brand"`
	Items []item `expr:"items"`
	First item   `expr:"first_item"`
}

func TestFind(t *testing.T) {
	c := NewChecker(&all{}, []expr.Option{expr.Env(&all{}), expr.Function("line", func(p ...any) (any, error) { return p[0], nil }, new(func(string) string))})
	for source, want := range map[string]string{
		"line(brnd)":                       `unknown name brnd at character 6: did you mean "brand"?`,
		"map(items, line(.nam))":           `unknown name nam at character 18: did you mean "name"?`,
		"let x = brand; line(y)":           `unknown name y at character 21: did you mean "x"?`,
		"first_item.title":                 `unknown name title at character 12: known here are: name`,
		"filter(items, true)[0].nme":       `unknown name nme at character 24: did you mean "name"?`,
		"brand == '' ? first_item.n : nil": `unknown name n at character 26: known here are: name`,
	} {
		unknown := c.Find(source)
		require.NotNil(t, unknown, source)
		require.Equal(t, want, unknown.Error()+": "+unknown.Hint(), source)
	}
	for _, source := range []string{"line(brand)", "map(items, .name)", "let x = items[0]; line(x.name)", "$env.brand", "not an expression ("} {
		require.Nil(t, c.Find(source), source)
	}
}
