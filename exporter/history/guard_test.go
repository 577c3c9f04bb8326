package history

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

func fields(name string, was, is int64) map[string]Count { return map[string]Count{name: {was, is}} }

// said is what a finding says, and its code.
type said struct{ code, message string }

func TestJudge(t *testing.T) {
	strict := &Guard{OffersFall: Percent(0), PricesMoved: Percent(0), FieldsFall: Percent(0)}
	demands := &Guard{Fields: Required{Images: Percent(90), Barcode: Share{666_667, true}}}
	for name, c := range map[string]struct {
		guard *Guard
		s     Summary
		want  []said
	}{
		"nothing happened":  {nil, Summary{Was: 10, Is: 10, Priced: 10}, nil},
		"first":             {nil, Summary{First: true, Is: 10, New: 10, Fields: fields("images", 0, 0)}, nil},
		"growth":            {strict, Summary{Was: 10, Is: 20, Fields: fields("images", 5, 10)}, nil},
		"a fall":            {nil, Summary{Was: 6000, Is: 3100}, []said{{"offers_fell", "offers fell from 6000 to 3100, by 48 %, more than 30 %"}}},
		"exactly the limit": {nil, Summary{Was: 6000, Is: 4200}, nil},
		"just over":         {nil, Summary{Was: 6000, Is: 4199}, []said{{"offers_fell", "offers fell from 6000 to 4199, by 30.02 %, more than 30 %"}}},
		"hardly over":       {nil, Summary{Was: 100_000_000, Is: 69_999_999}, []said{{"offers_fell", "offers fell from 100000000 to 69999999, by 30 %, more than 30 %"}}},
		"all gone":          {nil, Summary{Was: 3, Is: 0, Fields: fields("images", 3, 0)}, []said{{"offers_fell", "offers fell from 3 to 0, by 100 %, more than 30 %"}}},
		"a stricter limit":  {&Guard{OffersFall: Share{25_000, true}}, Summary{Was: 1000, Is: 974}, []said{{"offers_fell", "offers fell from 1000 to 974, by 3 %, more than 2.5 %"}}},
		"beside a limit":    {&Guard{OffersFall: Share{302_000, true}}, Summary{Was: 1000, Is: 697}, []said{{"offers_fell", "offers fell from 1000 to 697, by 30.3 %, more than 30.2 %"}}},
		"none may go":       {strict, Summary{Was: 1000, Is: 999}, []said{{"offers_fell", "offers fell from 1000 to 999, by 0.1 %, more than 0 %"}}},
		"prices":            {nil, Summary{Was: 10, Is: 10, Priced: 10, Moved: 3}, []said{{"prices_moved", "3 of 10 prices are gone, below 0.5 or above 2 times what they were: 30 %, more than 20 %"}}},
		"prices at limit":   {nil, Summary{Was: 10, Is: 10, Priced: 10, Moved: 2}, nil},
		"band named":        {&Guard{Low: Factor{250_000, true}, High: Factor{4_000_000, true}}, Summary{Was: 9, Is: 9, Priced: 9, Moved: 3}, []said{{"prices_moved", "3 of 9 prices are gone, below 0.25 or above 4 times what they were: 33 %, more than 20 %"}}},
		"field missing": {demands, Summary{First: true, Is: 6000, Fields: fields("images", 0, 5100)}, []said{
			{"fields_missing", "images: 5100 of 6000 offers have it: 85 %, less than 90 %"},
			{"fields_missing", "barcode: 0 of 6000 offers have it: 0 %, less than 66.6667 %"}}},
		"field just enough":  {&Guard{Fields: Required{Images: Percent(90)}}, Summary{First: true, Is: 6000, Fields: fields("images", 0, 5400)}, nil},
		"field nearly":       {&Guard{Fields: Required{Images: Percent(90)}}, Summary{First: true, Is: 6000, Fields: fields("images", 0, 5399)}, []said{{"fields_missing", "images: 5399 of 6000 offers have it: 89.98 %, less than 90 %"}}},
		"field fell":         {nil, Summary{Was: 100, Is: 90, Fields: fields("description", 99, 47)}, []said{{"fields_fell", "description: fell from 99 % to 52 % of the offers, by 47 points, more than 30 %"}}},
		"field fell to rare": {nil, Summary{Was: 100, Is: 1000, Fields: fields("brand", 99, 3)}, []said{{"fields_fell", "brand: fell from 99 % to 0.3 % of the offers, by 99 points, more than 30 %"}}},
		"field at limit":     {nil, Summary{Was: 100, Is: 100, Fields: fields("description", 99, 69)}, nil},
		"many":               {nil, Summary{Was: 3_000_000_000, Is: 2_900_000_000, Fields: fields("images", 3_000_000_000, 0)}, []said{{"fields_fell", "images: fell from 100 % to 0 % of the offers, by 100 points, more than 30 %"}}},
		"off":                {&Guard{Off: true}, Summary{Was: 10}, nil},
		"several": {nil, Summary{Was: 10, Is: 5, Priced: 5, Moved: 5, Fields: fields("images", 10, 0)}, []said{
			{"offers_fell", "offers fell from 10 to 5, by 50 %, more than 30 %"},
			{"prices_moved", "5 of 5 prices are gone, below 0.5 or above 2 times what they were: 100 %, more than 20 %"},
			{"fields_fell", "images: fell from 100 % to 0 % of the offers, by 100 points, more than 30 %"}}},
	} {
		t.Run(name, func(t *testing.T) {
			var found []said
			for _, f := range c.guard.Judge(c.s) {
				require.NotEmpty(t, f.Message.Values, "it can be said in another language")
				found = append(found, said{f.Code, f.Message.String()})
			}
			require.Equal(t, c.want, found)
		})
	}
}

// TestPublicFailures: what other exporters published, by its numbers, is held back.
func TestPublicFailures(t *testing.T) {
	for name, c := range map[string]struct {
		was, is  int
		old, now string
		want     string
	}{
		"26000 in the shop, 3700 in the feed": {26_000, 3_700, "10", "10", "offers fell from 26000 to 3700, by 86 %, more than 30 %"},
		"a page limit leaves 200 of 5000":     {5_000, 200, "10", "10", "offers fell from 5000 to 200, by 96 %, more than 30 %"},
		"an empty source":                     {50, 0, "10", "10", "offers fell from 50 to 0, by 100 %, more than 30 %"},
		"prices of 0.00":                      {10, 10, "10", "0.00", "10 of 10 prices are gone, below 0.5 or above 2 times what they were: 100 %, more than 20 %"},
		"a lost decimal point":                {10, 10, "10.50", "1050", "10 of 10 prices are gone, below 0.5 or above 2 times what they were: 100 %, more than 20 %"},
	} {
		t.Run(name, func(t *testing.T) {
			feed := func(offers int, price string) (entries []Entry) {
				for i := range offers {
					entries = append(entries, entry(strconv.Itoa(i), price, true, 1))
				}
				return entries
			}
			out := newFeed(t)
			first, _ := build(t, out, feed(c.was, c.old)...)
			require.Empty(t, (*Guard)(nil).Judge(first))
			second, _ := build(t, out, feed(c.is, c.now)...)
			found := (*Guard)(nil).Judge(second)
			require.Len(t, found, 1)
			require.Equal(t, c.want, found[0].Message.String())
		})
	}
}

func TestTheBandIsTheGuards(t *testing.T) {
	out := newFeed(t)
	build(t, out, entry("1", "100", true, 1))
	for price, moved := range map[string]int64{"90": 0, "89.99": 1, "110": 0, "110.01": 1} {
		past, err := Open(out)
		require.NoError(t, err)
		c := past.Compare(nil, &Guard{Low: Factor{900_000, true}, High: Factor{1_100_000, true}})
		require.NoError(t, c.Add(entry("1", price, true, 1)))
		summary, err := c.Finish()
		require.NoError(t, err)
		require.Equal(t, moved, summary.Moved, price)
		c.Abort()
	}
}

type config struct {
	Guard *Guard `yaml:"guard"`
}

func TestGuardFromYAML(t *testing.T) {
	var c config
	require.NoError(t, strictyaml.Decode("c.yaml", []byte(`guard: {offers_fall: 12.5%, prices_moved: "0%", low: 0.25, high: 4, fields_fall: 5 %, fields: {images: 90%, attributes: 0.0001%}, off: true}`), &c))
	require.Equal(t, &Guard{OffersFall: Share{125_000, true}, PricesMoved: Percent(0), Low: Factor{250_000, true}, High: Factor{4_000_000, true},
		FieldsFall: Percent(5), Fields: Required{Images: Percent(90), Attributes: Share{1, true}}, Off: true}, c.Guard)
	require.NoError(t, c.Guard.Validate())
	require.NoError(t, (*Guard)(nil).Validate())
}

func TestMistakesInYAML(t *testing.T) {
	for _, c := range []struct{ yaml, message, hint string }{
		{"guard:\n  offers_fal: 30%\n", `c.yaml:2:3: unknown key "offers_fal"`, `did you mean "offers_fall"?`},
		{"guard:\n  fields: {image: 90%}\n", `c.yaml:2:12: unknown key "image"`, `did you mean "images"?`},
		{"guard:\n  offers_fall: 30\n", `c.yaml:2:16: "30" is no share: want percent from 0% to 100%, such as 30%`, ""},
		{"guard:\n  fields:\n    images: 101%\n", `c.yaml:3:13: "101%" is no share`, ""},
		{"guard:\n  offers_fall: [30%]\n", `c.yaml:2:16: want one number here`, ""},
		{"guard:\n  low: half\n", `c.yaml:2:8: "half" is no factor: want a number of times, such as 0.5 or 2`, ""},
		{"guard:\n  off: maybe\n", `c.yaml:2:8: `, ""},
	} {
		err := strictyaml.Decode("c.yaml", []byte(c.yaml), &config{})
		var located *strictyaml.Error
		require.ErrorAs(t, err, &located, c.yaml)
		require.Contains(t, err.Error(), c.message)
		require.Equal(t, c.hint, located.Hint())
	}
}

func TestValidate(t *testing.T) {
	require.ErrorContains(t, (&Guard{Low: Factor{1_500_000, true}}).Validate(), "low 1.5 and high 2")
	require.Error(t, (&Guard{High: Factor{900_000, true}}).Validate())
	require.NoError(t, (&Guard{Low: Factor{0, true}, High: Factor{millionth, true}}).Validate())
}

func TestParseShare(t *testing.T) {
	for text, want := range map[string]string{"30%": "30 %", "0%": "0 %", "100%": "100 %", "2.50 %": "2.5 %", " 0.0001% ": "0.0001 %", "007%": "7 %"} {
		share, err := ParseShare(text)
		require.NoError(t, err, text)
		require.Equal(t, want, share.String())
	}
	for _, text := range []string{"", "%", "30", "-1%", "+1%", "100.0001%", "1e1%", "1.%", ".5%", "1.23456%", "30%%", "٣%", "99999999999999999999%"} {
		_, err := ParseShare(text)
		require.Error(t, err, text)
	}
	require.Empty(t, Share{}.String())
	require.Empty(t, Factor{}.String())
}

// FuzzParseShare: what is read is written as the same share.
func FuzzParseShare(f *testing.F) {
	f.Add("30%")
	f.Add("0.0001 %")
	f.Fuzz(func(t *testing.T, text string) {
		share, err := ParseShare(text)
		if err != nil {
			return
		}
		again, err := ParseShare(share.String())
		require.NoError(t, err)
		require.Equal(t, share, again)
	})
}
