package learn

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/learn/proposal"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

var missingLine = regexp.MustCompile(`(?m)^( *)# missing: ([a-z_]+): (.*?) # .*$`)

// filled is the mapping with its missing lines taken as they are written, and a body in
// place of the one that only a person can know.
func filled(mapping string) string {
	mapping = strings.ReplaceAll(mapping, "body: {external_id: PATH, …}", "body: {external_id: number, items: {at: items, fields: {sku: sku, quantity: quantity, price: price}}, recipient_name: name, recipient_phone: phone, carrier: carrier, delivery_type: delivery, city: city, branch_number: branch, address: address, payment_method: payment, cod_amount: cod}")
	mapping = strings.ReplaceAll(mapping, "[?]", `"1"`)
	mapping = strings.ReplaceAll(mapping, "# missing: constants: #", "constants: #")
	return missingLine.ReplaceAllString(mapping, "$1$2: $3")
}

// requireCompiles demands that the program takes a proposal: as it is where it says that
// nothing is missing, else once a person has filled in the missing lines.
func requireCompiles(t *testing.T, p *proposal.Proposal) {
	t.Helper()
	text := p.Mapping
	if !p.Complete() {
		text = filled(text)
	}
	_, err := mapping.Compile("proposed.yaml", []byte(text))
	require.NoError(t, err, text)
}

func TestProposalsCompile(t *testing.T) {
	folders, err := filepath.Glob("testdata/cases/*")
	require.NoError(t, err)
	for _, folder := range folders {
		if strings.HasSuffix(folder, ".golden") {
			continue
		}
		t.Run(filepath.Base(folder), func(t *testing.T) {
			sources, err := filepath.Glob(folder + "/*")
			require.NoError(t, err)
			requireCompiles(t, proposedFor(t, filepath.Base(folder), sources...))
		})
	}
}
