package document

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// An error is said in a language with its cause, as far as that is a sentence of ours.
func TestErrorsAreSaid(t *testing.T) {
	broken, whole := wording.NewMessage("learn_source.broken"), wording.NewMessage(wholeHint)
	for _, c := range []struct {
		err        error
		en, uk     string
		withoutWay bool
	}{
		{&Error{Source: "a.json", Message: jsonMistake([]byte("{\n\"a\""), 0, 5, errors.New("odd"))}, "learn from a.json: it is no whole JSON: line 2, column 3: odd",
			"не вдалося вивчити a.json: це не цілий JSON: рядок 2, стовпець 3: odd", true},
		{&Error{Source: "a.json", Message: broken, Mend: whole, Err: wording.NewMessage("learn_source.no_list", "tags")}, `learn from a.json: the document is broken: "tags" is no list`,
			`не вдалося вивчити a.json: документ пошкоджений: "tags" не є списком`, false},
		{&Error{Source: "a.json", Message: broken, Mend: whole, Err: errors.New("foreign\nwords")}, "learn from a.json: the document is broken: foreign words",
			"не вдалося вивчити a.json: документ пошкоджений: foreign words", false},
	} {
		require.EqualError(t, c.err, c.en)
		said := c.err.(*Error)
		what, way := said.Say(wording.Ukrainian)
		require.Equal(t, c.uk, what)
		require.Equal(t, c.withoutWay, way == "")
		require.Equal(t, said.Mend.In(wording.English), said.Hint())
	}
}
