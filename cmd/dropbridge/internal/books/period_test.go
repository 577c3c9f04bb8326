package books

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/actfile"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestFlagsAreRefused in the language of the reader, with what would do.
func TestFlagsAreRefused(t *testing.T) {
	now := time.Date(2026, 10, 15, 12, 0, 0, 0, time.UTC)
	period := func(f periodFlags) error {
		_, err := f.read(now)
		return err
	}
	closing := func(f closeFlags) error {
		_, err := f.read(now)
		return err
	}
	flags := periodFlags{zone: "UTC", out: "a.csv", month: "2026-10"}
	with := func(change func(*periodFlags)) periodFlags {
		f := flags
		change(&f)
		return f
	}
	for _, c := range []struct {
		err    error
		uk, en string
	}{
		{period(with(func(f *periodFlags) { f.zone = "Mars" })), `--zone "Mars" – це не часовий пояс: запишіть як Europe/Kyiv`, `--zone "Mars" is no time zone: write it like Europe/Kyiv`},
		{period(with(func(f *periodFlags) { f.language = "de" })), `--lang: мова "de": одна з uk, en`, `--lang: language "de": one of uk, en`},
		{period(with(func(f *periodFlags) { f.out = "a.doc" })), `--out "a.doc": назва має закінчуватися на .xlsx або .csv`, `--out "a.doc": its name must end in .xlsx or .csv`},
		{period(with(func(f *periodFlags) { f.month = "10.2026" })), `"10.2026" – це не місяць: запишіть як 2026-10`, `"10.2026" is no month: write it like 2026-10`},
		{period(with(func(f *periodFlags) { f.month, f.from, f.to = "", "2026-10-02", "2026-10-01" })), "період закінчується 2026-10-01, раніше, ніж починається 2026-10-02", "the period ends on 2026-10-01, before it begins on 2026-10-02"},
		{period(with(func(f *periodFlags) { f.month = "2026-11" })), "період починається 2026-11-01, а цей день ще не настав", "the period begins on 2026-11-01, which has not come yet"},
		{closing(closeFlags{periodFlags: flags}), "місяць 2026-10 ще не скінчився: його можна закрити з 2026-11-01", "the month 2026-10 is not over: it can be closed from 2026-11-01 on"},
		{(&actFlags{days: 40}).check(&flags), "--days 40: число від 0 до 31", "--days 40: a number from 0 to 31"},
		{(&actFlags{theirs: "a.csv", template: actfile.Usual}).check(&flags), `--out "a.csv" – це файл --theirs: назвіть інший файл для запису`, `--out "a.csv" is the file of --theirs: name another file to write`},
		{checkCurrency("грн"), `--currency "грн": три великі латинські літери, як-от UAH`, `--currency "грн": three capital letters, such as UAH`},
	} {
		require.EqualError(t, c.err, c.en)
		require.Equal(t, failure.Usage, failure.KindOf(c.err), c.en)
		refused := &refusal.Refusal{}
		require.ErrorAs(t, c.err, &refused)
		what, way := refused.Say(wording.Ukrainian)
		require.Equal(t, []string{c.uk, ""}, []string{what, way})
	}
}
