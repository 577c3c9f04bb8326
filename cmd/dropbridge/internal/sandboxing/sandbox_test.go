package sandboxing

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect"
	"github.com/dropbridge/dropbridge/internal/sandbox/pricelists"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// programIn is the command in a language, and what it prints.
func programIn(l wording.Language) (*Program, *strings.Builder) {
	var out strings.Builder
	return &Program{Out: &out, JSON: func() bool { return false }, Spoken: func() wording.Language { return l }}, &out
}

func TestAnnounced(t *testing.T) {
	for products, want := range map[int]string{
		1: "пісочниця постачальника: http://a, у ній 1 товар\n", 2: "пісочниця постачальника: http://a, у ній 2 товари\n",
		5: "пісочниця постачальника: http://a, у ній 5 товарів\n", 21: "пісочниця постачальника: http://a, у ній 21 товар\n",
	} {
		p, out := programIn(wording.Ukrainian)
		require.NoError(t, p.announce("http://a", "secret", products, dialect.Dialect{Document: "/docs"}))
		require.Equal(t, want+`  довідник   http://a/docs
  кабінет    http://a/cabinet
  токен      secret (показано лише раз; кабінет видає нові)
зупинити її: Ctrl-C
`, out.String())
	}
	p, out := programIn(wording.English)
	require.NoError(t, p.announce("http://a", "secret", 1, dialect.Dialect{Document: "/docs"}))
	require.Equal(t, `sandbox supplier on http://a with 1 products
  reference  http://a/docs
  cabinet    http://a/cabinet
  token      secret (shown once; the cabinet issues more)
stop it with Ctrl-C
`, out.String())
}

func TestAnnouncedDialects(t *testing.T) {
	for name, want := range map[string]string{
		"offers":        "  dialect    offers: as others\n  mapping    supplier.mapping: offers\n  cabinet    http://a/cabinet\n",
		pricelists.Name: "  dialect    " + pricelists.Name + ": as others\n  list       supplier: {products: {url: http://a" + pricelists.Lists()[0] + "}}\n",
	} {
		p, out := programIn(wording.English)
		require.NoError(t, p.announce("http://a", "", 2, dialect.Dialect{Name: name, Description: "as others"}))
		require.Contains(t, out.String(), "sandbox supplier on http://a with 2 products\n"+want)
	}
}

func TestWrongNumbers(t *testing.T) {
	for _, c := range []struct {
		f      flags
		uk, en string
	}{
		{flags{speed: "1x", products: -1}, "--products -1: число не може бути від'ємним", "--products -1: the number cannot be negative"},
		{flags{speed: "1x", history: -1}, "--history -1: має бути число від 0 до ", "--history -1: the number must be from 0 to "},
		{flags{speed: "fast"}, `--speed "fast": пишіть як 600x, більше за 0 і не більше за 1000000x`, `--speed "fast": write it like 600x, from above 0 to 1000000x`},
	} {
		p, _ := programIn(wording.Ukrainian)
		p.Logger = func() *slog.Logger { return slog.New(slog.DiscardHandler) }
		_, _, err := p.options(c.f)
		require.ErrorContains(t, err, c.en)
		require.Equal(t, failure.Usage, failure.KindOf(err))
		said, ok := err.(interface {
			Say(wording.Language) (what, way string)
		})
		require.True(t, ok)
		what, _ := said.Say(wording.Ukrainian)
		require.Contains(t, what, c.uk)
	}
}
