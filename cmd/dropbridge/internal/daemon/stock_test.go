package daemon

import (
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/web/page"
)

// TestAWordOfStockIsTaught: it stands on a card with how many products it leaves out, its meaning
// goes into the config below its list, and the log says who did it.
func TestAWordOfStockIsTaught(t *testing.T) {
	s := working(t, "language: uk\nsupplier:\n  products:\n    file: list.csv # theirs\n")
	require.NoError(t, os.WriteFile(s.Config.Path("list.csv"), []byte("Код;Назва;Дроп ціна;Залишок\na;Чай;9;є\nb;Кава;8;питайте\nc;Сіль;7;питайте\n"), 0o600))
	options, err := s.Config.Lists(os.LookupEnv)
	require.NoError(t, err)
	options.Now, options.Logger = time.Now, slog.New(slog.DiscardHandler)
	lists := pricelist.New(options)
	s.Lists = []Lists{{Catalogue: lists}}
	require.NotContains(t, ask(s.Daemon, "/", here, "").Body.String(), "питайте")
	_, err = lists.Try(t.Context())
	require.NoError(t, err)
	s.forget()
	shown := ask(s.Daemon, "/", here, "").Body.String()
	require.Contains(t, shown, "2 товари прайсу не потрапляють до фідів: невідомо, що означає «питайте» у стовпці «Залишок»")
	require.Contains(t, shown, `<option value="on_order">під замовлення</option>`)
	require.Contains(t, ask(s.Daemon, "/metrics", here, "").Body.String(), `dropbridge_findings{code="stock_word_unknown"} 1`)

	_, err = s.ask(t, page.DoTeachStock, "source", "supplier.products", "word", "питайте", "meaning", "perhaps")
	require.ErrorContains(t, err, "perhaps")
	said, err := s.ask(t, page.DoTeachStock, "source", "supplier.products", "word", "питайте", "meaning", "on_order")
	require.NoError(t, err)
	require.Contains(t, said, `"питайте" means on order from now on`)
	text, err := os.ReadFile(s.Config.File)
	require.NoError(t, err)
	require.Equal(t, "language: uk\nsupplier:\n  products:\n    words: {\"питайте\": on_order}\n    file: list.csv # theirs\n", string(text))
	require.Equal(t, []string{"stock_taught питайте on_order"}, s.acts(t))
}
