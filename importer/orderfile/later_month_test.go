package orderfile

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// TestNotedDays: a note that names a day still to come keeps its order back until then.
func TestNotedDays(t *testing.T) {
	now := time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)
	read := func(note string) *Report {
		text := lines(heads+";Коментар", "1;Тест Олена;0671234567;Київ;12;KB-01;2;450;"+note)
		return readWith(t, writeTemp(t, "a.csv", []byte(text)), Options{Profile: automatic(t), Now: now})
	}
	for _, note := range []string{"do not ship before December 15", "відправка тільки після 15.12", "після 10 грудня", "Відправити після 15 грудня", "после 10 декабря", "після 15.12"} {
		r := read(note)
		require.Equal(t, []string{"2 " + problem.SendLater}, codes(r), note)
		require.Empty(t, r.Orders, note)
	}
	for _, note := range []string{"після 10 листопада", "після 18 години дзвонити", "після обіду", "день народження 15 грудня"} {
		require.Len(t, read(note).Orders, 1, note)
	}
}
