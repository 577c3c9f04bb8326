package daemon

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// odd is an order file with a word that nobody knows.
const odd = "Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;Статус\n1;Петренко Іван;+380670000101;Київ;Відділення №12;KB-01;1;450,00;Бурмосимо\n"

// TestAWordIsTaught: it stands on the card of its file, and its meaning goes into the config,
// whose comments stay; the refused rows are read again, and the log says who did it.
func TestAWordIsTaught(t *testing.T) {
	d, _, _, err := opened(t, "127.0.0.1:0", "# mine\nlanguage: uk\n")
	require.NoError(t, err)
	dropped := filepath.Join(t.TempDir(), "orders.csv")
	require.NoError(t, os.WriteFile(dropped, []byte(odd), 0o600))
	report, err := d.Orders.Import(t.Context(), "", dropped, nil)
	require.NoError(t, err)
	require.NotEmpty(t, report.Rejected)
	require.Contains(t, ask(d, "/", here, "").Body.String(), "Стан «Бурмосимо» невідомий: 1 рядок чекає.")

	act := page.Action{Kind: page.DoTeach, Person: "olena", From: "127.0.0.1:5000", Language: wording.Ukrainian,
		Values: map[string]string{"file": "orders.csv", "list": "states", "word": "Бурмосимо", "meaning": "perhaps"}}
	act.Values["source"] = state.InboxItself
	_, err = shop{d}.Do(t.Context(), act)
	require.ErrorContains(t, err, "perhaps")
	act.Values["meaning"] = "post"
	effect, err := shop{d}.Do(t.Context(), act)
	require.NoError(t, err)
	require.Contains(t, effect.Text, "Бурмосимо")
	text, err := os.ReadFile(d.Config.File)
	require.NoError(t, err)
	require.Equal(t, "# mine\nlanguage: uk\ninbox:\n  states: {\"Бурмосимо\": post}\n", string(text))
	require.NoFileExists(t, report.Rejected)
	waiting, err := filepath.Glob(filepath.Join(d.Config.Path(d.Config.Inbox.Dir), "*.csv"))
	require.NoError(t, err)
	require.Len(t, waiting, 1)
	require.NotContains(t, ask(d, "/", here, "").Body.String(), "Бурмосимо", "nothing is kept of before the action")

	list, err := d.Orders.Journal.Actions(t.Context(), state.ActionQuery{Account: d.Orders.Config.Account})
	require.NoError(t, err)
	require.Len(t, list, 1, "what was refused is not in the log")
	require.Equal(t, state.Action{ID: list[0].ID, Account: d.Orders.Config.Account, At: list[0].At, Person: "olena", Kind: state.ActedTaught, About: "Бурмосимо", Detail: "post", Origin: "127.0.0.1"}, list[0])
}

// TestDeedsAreLogged under their kinds, each that is done on the pages.
func TestDeedsAreLogged(t *testing.T) {
	itself := []string{page.DoDecide, page.DoRevokeKey, page.DoReckon, page.DoCloseMonth, page.DoSetUser, page.DoSetRole, page.DoRemoveUser, page.DoTestChannel, page.DoBackup, page.DoUndo}
	for kind := range deeds { // some are logged where they are done, or change nothing
		_, known := logged[kind]
		require.Equal(t, !slices.Contains(itself, kind), known, kind)
	}
	d, _, _, err := opened(t, "127.0.0.1:0", "feeds: {shop: {template: yml, out: shop.yml}}\n")
	require.NoError(t, err)
	_, err = shop{d}.Do(t.Context(), page.Action{Kind: page.DoBuild, From: here, Values: map[string]string{"feed": "shop"}})
	require.NoError(t, err)
	_, err = shop{d}.Do(t.Context(), page.Action{Kind: page.DoBuild, From: here, Values: map[string]string{"feed": "none"}})
	require.Error(t, err)
	list, err := d.Orders.Journal.Actions(t.Context(), state.ActionQuery{Account: d.Orders.Config.Account})
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, []string{"feed_built", "shop", "127.0.0.1"}, []string{string(list[0].Kind), list[0].About, list[0].Origin})
}
