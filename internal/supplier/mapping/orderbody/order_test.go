package orderbody

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// TestALineLessIsARefusalByName: whichever optional line a mapping lacks, an order that has
// the value is refused by its name, and one that has none is sent.
func TestALineLessIsARefusalByName(t *testing.T) {
	for _, f := range newOrderFields() {
		if f.required || f.name == "recipient_name" || f.name == "region" || f.name == "district" || f.name == "postal_code" {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			head, body, found := strings.Cut(suppliertest.DefaultYAML(t), "\ncreate_order:")
			require.True(t, found)
			body, tail, found := strings.Cut(body, "\nshipments:")
			require.True(t, found)
			var kept []string
			for line := range strings.Lines(body) {
				if !strings.HasPrefix(line, "    "+f.name+":") {
					kept = append(kept, line)
				}
			}
			made, err := creationOf(head + "\ncreate_order:" + strings.Join(kept, "") + "\nshipments:" + tail)
			require.NoError(t, err)
			whole := Examples()[2].order
			whole.Recipient.MiddleName = new("Петрівна") // not in the whole name
			whole.Recipient.LastName, whole.Recipient.FirstName = new("Інша"), new("Марія")
			_, err = made.Encode(whole)
			require.ErrorContains(t, err, f.name+" has no line in the supplier's mapping: add one")
			if f.clear == nil {
				return
			}
			f.clear(&whole)
			_, err = made.Encode(whole)
			require.NoError(t, err)
		})
	}
}

func TestDefaultMappingPlacesTheWholeOrder(t *testing.T) {
	text := suppliertest.DefaultYAML(t)
	made, err := creationOf(text)
	require.NoError(t, err)
	require.Equal(t, []string{"region", "district", "postal_code"}, bodyNames(made.unplaced), "they go with the city, the branch and the address")
	for _, names := range [][]string{bodyNames(newOrderFields()), bodyNames(newItemFields())} {
		for _, name := range names {
			require.Contains(t, text, " "+name+":")
		}
	}
}
