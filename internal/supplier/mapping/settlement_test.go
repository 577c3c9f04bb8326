package mapping

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// TestSettlements: how the ledger books orders stands beside its request, and nowhere else.
func TestSettlements(t *testing.T) {
	with := func(operation, lines string) (*Program, error) {
		return Compile("own.yaml", []byte(strings.Replace(suppliertest.DefaultYAML(t), "\n"+operation+":\n", "\n"+operation+":\n"+lines, 1)))
	}
	require.Equal(t, supplier.SettledBooked, defaultMapping(t).Settlements.Of(supplier.PaymentPrepaid))
	m, err := with("ledger", "  prepaid: outside\n  cod: net\n")
	require.NoError(t, err)
	require.Equal(t, supplier.Settlements{"prepaid": supplier.SettledOutside, "cod": supplier.SettledNet}, m.Settlements)
	require.Equal(t, "/api/finance/ledger", m.Ledger.Path, "it is read as before")
	_, err = with("ledger", "  prepaid: outsid\n")
	require.ErrorContains(t, err, `unknown way to book orders "outsid"`)
	_, err = with("orders", "  prepaid: outside\n")
	require.ErrorContains(t, err, "prepaid")
}
