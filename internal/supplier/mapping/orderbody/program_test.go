package orderbody

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// compileCreation compiles create_order alone of a mapping with that end.
func compileCreation(create string) (*Body, error) {
	return creationOf(suppliertest.OrdersHead + create)
}

// creationOf compiles create_order alone of a mapping.
func creationOf(text string) (*Body, error) {
	var file written.File
	if err := strictyaml.Decode("my.yaml", []byte(text), &file); err != nil {
		return nil, err
	}
	return Compile(written.Mistakes{File: "my.yaml"}, file.CreateOrder)
}

func TestBodyProgram(t *testing.T) {
	order := suppliertest.SmallOrder()
	order.Items[0].Price = money.Must("450.10")
	order.Payment = supplier.Payment{Method: supplier.PaymentCOD, CODAmount: money.Must("12345678901234567.12")}
	order.Comment, order.WaybillNumber = new("+1.50"), new("00.75e1")
	for program, c := range map[string]struct{ want, refused string }{
		`{p: (.recipient.phone | ltrimstr("+") | tonumber)}`:                        {`{"p":380670000101}`, ""},
		`{p: (.comment | ltrimstr("+") | tonumber)}`:                                {"", "jq has calculated the number 1.5"},
		`{p: (.waybill_number | ltrimstr("0") | tonumber)}`:                         {"", "jq has calculated the number 7.5"},
		`{id: .external_id, n: .items[0].quantity, kind: 2, none: null, yes: true}`: {`{"id":"A-1","kind":2,"n":2,"none":null,"yes":true}`, ""},
		`{z: 1, a: [.items[] | {sku, p: (.price | tonumber)}]}`:                     {`{"a":[{"p":450.10,"sku":"KB-01"}],"z":1}`, ""},
		`{p: .items[0].price}`:                                                      {`{"p":"450.10"}`, ""},
		`{p: -1}`:                                                                   {`{"p":-1}`, ""},
		`{p: (.recipient.phone | ltrimstr("+"))}`:                                   {`{"p":"380670000101"}`, ""},
		`{p: (.payment.cod_amount | tonumber)}`:                                     {"", "jq has calculated the number 1.2345678901234568e+16"},
		`{p: (.items[0].price | tonumber * 100)}`:                                   {"", "jq has calculated the number 45010"},
		`{p: ((.items[0].price | tonumber) + 0.1)}`:                                 {"", "jq has calculated the number 450.2"},
		`{p: (.items[0].quantity * 3)}`:                                             {"", "jq has calculated the number 6"},
		`{p: ((.items[0].price | tonumber) + 0.1 | tostring)}`:                      {"", "jq has calculated the number 450.20000000000005, which it sends as a text"},
		`{p: "\(.items[0].quantity * 3)"}`:                                          {"", "jq has calculated the number 6, which it sends as a text"},
		`{p: (.items[0].price | gsub("[.]"; ""))}`:                                  {`{"p":"45010"}`, ""},
		`{p: (.recipient.phone | ltrimstr("+38"))}`:                                 {`{"p":"0670000101"}`, ""},
		`{p: "7", q: (.items[0].quantity | tostring)}`:                              {`{"p":"7","q":"2"}`, ""},
		`{p: 0.5}`:               {"", "jq has calculated the number 0.5"},
		`{p: infinite}`:          {"", "jq has calculated the number"},
		`{p: nan}`:               {"", "jq has calculated the number"},
		`{p: (now | todate)}`:    {"", "now is not the same each time"},
		`.items`:                 {"", "jq makes no object"},
		`empty`:                  {"", "jq makes no object"},
		`{a: .items[].sku}, {}`:  {"", "jq makes more than one body"},
		`error("no such goods")`: {"", "jq: error: no such goods"},
		`reduce range(1; 20000) as $i ({}; {a: .})`: {"", "levels deep"},
	} {
		t.Run(program, func(t *testing.T) {
			made, err := compileCreation("  jq: '" + program + "'\n")
			require.NoError(t, err)
			made.program.limit = time.Minute // the machine may be busy
			body, err := made.program.run(order)
			if c.refused != "" {
				require.ErrorContains(t, err, c.refused)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, string(body))
			again, err := made.program.run(order)
			require.NoError(t, err)
			require.Equal(t, string(body), string(again))
		})
	}
}

func TestBodyProgramEnds(t *testing.T) {
	made, err := compileCreation("  jq: '{id: .external_id, n: (last(range(1000000000)) | tostring)}'\n")
	require.NoError(t, err)
	made.program.limit = time.Millisecond
	_, err = made.Encode(suppliertest.SmallOrder())
	require.ErrorContains(t, err, "create_order: jq did not end within 1ms")
}
