package sales

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/templates"
)

// TestTemplatesOfOrdersAndShipments: every CSV template of the ledger is one of orders and of
// shipments too, and the default one holds every value.
func TestTemplatesOfOrdersAndShipments(t *testing.T) {
	list, err := templates.Open("").List()
	require.NoError(t, err)
	names := []string{"1c", "bas"}
	for _, info := range list {
		if info.Kind == templates.Ledger && info.Format == "csv" { // another is of payouts alone
			names = append(names, info.Name)
		}
	}
	require.Subset(t, names, []string{"default", "excel", "1c-table", "bas-table"})
	for _, name := range names {
		orders, err := table.LoadFor[OrderRecord](templates.Open(""), name, table.OrdersBook)
		require.NoError(t, err, name)
		shipments, err := table.LoadFor[ShipmentRecord](templates.Open(""), name, table.ShipmentsBook)
		require.NoError(t, err, name)
		o := october(t, filepath.Join(t.TempDir(), "o.csv"))
		o.Template = orders
		_, err = Orders(t.Context(), month(t), o)
		require.NoError(t, err)
		byOrders, err := os.ReadFile(o.Out)
		require.NoError(t, err)
		o.Template = shipments
		_, err = Shipments(t.Context(), month(t), o)
		require.NoError(t, err)
		byShipments, err := os.ReadFile(o.Out)
		require.NoError(t, err)
		switch name {
		case "default":
			require.True(t, strings.HasPrefix(string(byOrders), strings.Join(table.Values[OrderRecord](), ",")+"\r\n"))
			require.True(t, strings.HasPrefix(string(byShipments), strings.Join(table.Values[ShipmentRecord](), ",")+"\r\n"))
		case "excel":
			require.Contains(t, string(byOrders), "\r\n1;01.10.2026 00:00:00;N-1;007;completed;Отримувач;Київ;Nova Poshta;cash on delivery;2;3;660,10;1000,00;339,90;33,99;1000,00;;;1000,00;")
			require.Contains(t, string(byShipments), "\r\n1;Nova Poshta;20450000000001;1;007;Київ;12;delivered;06.10.2026 12:00:00;02.10.2026 11:00:00;05.10.2026;06.10.2026 12:00:00;1000,00;;;1000,00;")
		}
	}
}
