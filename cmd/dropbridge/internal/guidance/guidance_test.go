package guidance

import (
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/wording"
)

func TestHint(t *testing.T) {
	t.Parallel()
	help := wording.NewMessage("commands.help").In(wording.English)
	for _, c := range []struct {
		args []string
		near string // "": none is
	}{
		{[]string{"exprot"}, "export"},
		{[]string{"secert"}, ""}, // what is hidden is not told
		{[]string{"frobnicate"}, ""},
		{[]string{"export", "--tempalte", "csv"}, "--template"},
		{[]string{"export", "--cofnig", "x"}, "--config"},
		{[]string{"export", "-x"}, ""},
		{[]string{"templates", "shwo"}, "show"},
	} {
		root := tree()
		root.SetArgs(c.args)
		err := root.Execute()
		require.Error(t, err, c.args)
		want := help
		if c.near != "" {
			want = wording.NewMessage("commands.near", c.near).In(wording.English)
		}
		require.Equal(t, want, Hint(root, c.args, err).In(wording.English), c.args)
	}
}

// tree is a small program.
func tree() *cobra.Command {
	does := func(*cobra.Command, []string) error { return nil }
	root := &cobra.Command{Use: "program", Args: cobra.NoArgs, RunE: does, SilenceErrors: true, SilenceUsage: true}
	root.PersistentFlags().String("config", "", "")
	export := &cobra.Command{Use: "export", RunE: does}
	export.Flags().String("template", "", "")
	templates := &cobra.Command{Use: "templates", Args: cobra.NoArgs, RunE: does}
	templates.AddCommand(&cobra.Command{Use: "show", RunE: does})
	root.AddCommand(export, templates, &cobra.Command{Use: "secret", Hidden: true, RunE: does})
	return root
}

func TestMonths(t *testing.T) {
	t.Parallel()
	for today, want := range map[string][2]string{"2026-01-31": {"2026-01", "2025-02"}, "2026-03-31": {"2026-03", "2025-04"}} {
		now, err := time.Parse(time.DateOnly, today)
		require.NoError(t, err)
		months, err := Values{Now: func() time.Time { return now }}.months(nil)
		require.NoError(t, err)
		require.Len(t, months, shownMonths)
		require.Equal(t, want, [2]string{months[0], months[shownMonths-1]})
	}
}
