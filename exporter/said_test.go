package exporter

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// TestMendsOfTemplatesAreInTheCatalogue: all of them, and no other.
func TestMendsOfTemplatesAreInTheCatalogue(t *testing.T) {
	said := map[string]bool{"mend.ask": true, "mend.tell_apart": true}
	for _, info := range feedTemplates(t) {
		data, file, err := templates.Open("").Read(templates.Feed, info.Name)
		require.NoError(t, err)
		type rules []struct{ Mend string }
		var parts struct{ Needs, Unique rules }
		require.NoError(t, yaml.Unmarshal(data, &parts), file)
		for _, one := range append(parts.Needs, parts.Unique...) {
			mend := remark.Mend(one.Mend, "mend.ask")
			require.NotEmpty(t, mend.Key, "%s: the catalogue lacks %q", file, one.Mend)
			said[mend.Key] = true
		}
	}
	for _, code := range wording.Codes("mend") {
		require.True(t, said["mend."+code], "no template says %s", code)
	}
}

// TestReportsAreSaidInBothLanguages: people read theirs, programs English.
func TestReportsAreSaidInBothLanguages(t *testing.T) {
	products := catalogue(4)
	products[0].RRP = money.Amount{}
	products[1].Brand = ""
	products[2].Images = nil
	out := filepath.Join(t.TempDir(), "shop.yml")
	_, report := export(t, products, Feed{Name: "shop", Template: builtin(t, "rozetka"), Out: out, Guard: history.Guard{Off: true}})
	var uk []string
	for _, s := range report.Skipped {
		uk = append(uk, s.Message.In(wording.Ukrainian))
	}
	require.Equal(t, []string{
		"у товару немає РРЦ, а фідові потрібна ціна: попросіть її в постачальника або складайте ціни з дроп-ціни, наприклад price: {base: drop, percent: 30}",
		"у товару немає brand, а фідові це поле потрібне: Rozetka не приймає товарів без бренду: попросіть його в постачальника; або дайте фідові своє: values: {brand: {default: …}}",
		"маркетплейс хоче щонайменше 1 фото, які може завантажити, а товар має 0: попросіть фото в постачальника",
	}, uk)
	data, err := json.Marshal(report)
	require.NoError(t, err)
	table, err := os.ReadFile(out + ".report.csv")
	require.NoError(t, err)
	for _, text := range []string{"the product has no brand, and the feed needs one: Rozetka refuses goods without a brand: ask the supplier for it; or give the feed its own: values: {brand: {default: …}}",
		"the target wants 1 picture or more that it can load, and the product has 0: ask the supplier for pictures"} {
		require.Contains(t, string(data), text)
		require.Contains(t, string(table), text)
	}
}

// TestGuardErrorsAreSaidInBothLanguages, with the codes that accept nothing else.
func TestGuardErrorsAreSaidInBothLanguages(t *testing.T) {
	e := &GuardError{Feed: "shop", List: "shop.csv.refused.csv", Accept: wording.Literal("export --accept-change"), Findings: (&history.Guard{}).Judge(history.Summary{Was: 10, Is: 5})}
	require.EqualError(t, e, "feed shop: not published, the last good one stays: offers fell from 10 to 5, by 50 %, more than 30 % (offers_fell)")
	require.Equal(t, "look at shop.csv.refused.csv; to publish it all the same, once: export --accept-change", e.Hint())
	what, way := e.Say(wording.Ukrainian)
	require.Equal(t, "фід shop не опубліковано, лишається останній добрий: пропозицій було 10, а стало 5, на 50 % менше; дозволено щонайбільше 30 % (offers_fell)", what)
	require.Equal(t, "подивіться на shop.csv.refused.csv; щоб опублікувати все одно, один раз: export --accept-change", way)
	e.First, e.List, e.Findings = true, "", []history.Finding{history.NoProducts("beta")}
	require.EqualError(t, e, "feed shop: not published: the list of beta holds no products (offers_fell)")
	require.Equal(t, "if that is right, accept it once: export --accept-change; `without: last` under the feed lets the supplier's last list stand in", e.Hint())
}

// TestEmptyFeedsAreSaidInBothLanguages, by what became of the products.
func TestEmptyFeedsAreSaidInBothLanguages(t *testing.T) {
	for _, c := range []struct {
		of     EmptyError
		uk, en string
	}{
		{EmptyError{}, "фід shop: у списку постачальника немає товарів", "feed shop: the supplier's list holds no products"},
		{EmptyError{Products: 21, NotSelected: 21}, "фід shop: у постачальника 21 товар, і фільтр не бере жодного", "feed shop: its filter takes none of the supplier's 21 products"},
		{EmptyError{Products: 1, NotSelected: 1}, "фід shop: у постачальника 1 товар, і фільтр його не бере", "feed shop: its filter takes none of the supplier's 1 products"},
		{EmptyError{Products: 2, NotSelected: 2}, "фід shop: у постачальника 2 товари, і фільтр не бере жодного", "feed shop: its filter takes none of the supplier's 2 products"},
		{EmptyError{Products: 5, NotSelected: 5}, "фід shop: у постачальника 5 товарів, і фільтр не бере жодного", "feed shop: its filter takes none of the supplier's 5 products"},
		{EmptyError{Products: 5, NotSelected: 2}, "фід shop: товарів у постачальника 5, з них фільтр бере 3, і жодному з них немає місця у фіді", "feed shop: of the supplier's 5 products its filter takes 3, and none of these can be in it"},
		{EmptyError{Products: 5, First: true}, "фід shop: товарів у постачальника 5, і жодному з них немає місця у фіді", "feed shop: none of the supplier's 5 products can be in it"},
	} {
		c.of.Feed, c.of.Report = "shop", "shop.csv.report.csv"
		what, way := c.of.Say(wording.Ukrainian)
		require.Equal(t, c.uk, what)
		require.EqualError(t, &c.of, c.en)
		if c.of.First {
			require.Equal(t, []string{"причини – у shop.csv.report.csv", "shop.csv.report.csv names why"}, []string{way, c.of.Hint()})
		} else {
			require.Equal(t, []string{"причини – у shop.csv.report.csv; фід минулого разу лишається", "shop.csv.report.csv names why; the feed of last time stays"}, []string{way, c.of.Hint()})
		}
	}
}

// TestTooManyUnreadableAreSaidInBothLanguages: the products and what is wrong with them as they came.
func TestTooManyUnreadableAreSaidInBothLanguages(t *testing.T) {
	for n, want := range map[int]string{
		1: "list products: 1 товар із 5 не прочитати, а пропустити можна 0: P-0: odd",
		2: "list products: 2 товари з 5 не прочитати, а пропустити можна 0: P-0: odd; P-1: odd",
		5: "list products: 5 товарів із 5 не прочитати, а пропустити можна 0: P-0: odd; P-1: odd; P-2: odd; P-3: odd; P-4: odd",
		6: "list products: 6 товарів із 6 не прочитати, а пропустити можна 0: P-0: odd; P-1: odd; P-2: odd; P-3: odd; P-4: odd; і ще 1",
	} {
		var odd []supplier.Unreadable
		for i := range n {
			odd = append(odd, supplier.Unreadable{Name: fmt.Sprint("P-", i), Problem: "odd"})
		}
		err := CheckReadable(history.Percent(0), odd, int64(max(n, 5)))
		said, ok := errors.AsType[*tooManyError](err)
		require.True(t, ok)
		require.Equal(t, supplier.KindProtocol, supplier.KindOf(err))
		what, way := said.Say(wording.Ukrainian)
		require.Equal(t, want, what)
		require.Equal(t, "попросіть постачальника виправити їх, опишіть у mapping, як читати такі значення, або дозвольте більше: supplier.unreadable: 5%", way)
		what, way = said.Say(wording.English)
		require.Equal(t, []string{err.Error(), failure.Hint(err)}, []string{what, way})
	}
}
