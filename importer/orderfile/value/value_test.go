package value

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

func TestPhone(t *testing.T) {
	v := New(0)
	for text, want := range map[string]string{
		"0670000101":                     "+380670000101",
		"380670000101":                   "+380670000101",
		"+380670000101":                  "+380670000101",
		"'+380670000101":                 "+380670000101",
		"+38 (067) 000–01–01":            "+380670000101",
		"067.000.01.01":                  "+380670000101",
		"\u00a0067 000 01 01":            "+380670000101",
		"\u202a+380670000101\u202c":      "+380670000101",
		"0440000101":                     "+380440000101",
		"670000101":                      "+380670000101 restored",
		"990000101":                      "+380990000101 restored",
		"440000101":                      problem.PhoneInvalid,
		"900000101":                      problem.PhoneInvalid, // 90 is no mobile code
		"+670000101":                     problem.PhoneInvalid, // East Timor's, or one without 380
		"+48 500 000 104":                "+48500000104",
		"+1 202 555 0104":                "+12025550104",
		"+999 500 000 104":               problem.PhoneInvalid,
		"+38067000010":                   problem.PhoneInvalid,
		"+3806700001011":                 problem.PhoneInvalid,
		"48500000104":                    problem.PhoneInvalid,
		"+0670000101":                    problem.PhoneInvalid,
		"80670000101":                    problem.PhoneInvalid,
		"8 067 000 01 01":                problem.PhoneInvalid,
		"00380670000101":                 problem.PhoneInvalid,
		"0170000101":                     problem.PhoneInvalid,
		"0670000101 дод. 12":             problem.PhoneInvalid,
		"-":                              problem.PhoneInvalid,
		"тел":                            problem.PhoneInvalid,
		"٠٦٧٠٠٠٠١٠١":                     problem.PhoneInvalid,
		"+4812345":                       problem.PhoneInvalid,
		"3.80671E+11":                    problem.PhoneScientific,
		"3,8E11":                         problem.PhoneScientific,
		"":                               problem.PhoneMissing,
		"0670000101, 0670000102":         problem.PhoneAmbiguous,
		"0670000101/0670000102":          problem.PhoneAmbiguous,
		"0670000101 0670000102":          problem.PhoneAmbiguous,
		"+380670000101+380670000102":     problem.PhoneAmbiguous,
		"0670000101 або 123-45-67":       problem.PhoneAmbiguous,
		"0670000101\n0670000102":         problem.PhoneAmbiguous,
		"+38(067)0000101 (066)0000101":   problem.PhoneAmbiguous,
		strings.Repeat("9", 5000):        problem.PhoneInvalid,
		"0670000101;0670000102;06700001": problem.PhoneAmbiguous,
	} {
		number, restored, f := v.Phone(cells.Cell{Text: celltext.Clean(text)})
		got := number
		if restored {
			got += " restored"
		}
		if f != nil {
			got = f.Code
		}
		require.Equal(t, want, got, "%.40q", text)
	}
}

func TestPhoneOfANumberCell(t *testing.T) {
	v := New(0)
	for _, c := range []struct {
		cell cells.Cell
		want string
	}{
		{cells.Cell{Text: "670000101", Kind: cells.Number, Zeros: 10}, "+380670000101"},
		{cells.Cell{Text: "380670000101", Kind: cells.Number}, "+380670000101"},
		{cells.Cell{Text: "67000.0101", Kind: cells.Number}, problem.PhoneInvalid},
		{cells.Cell{Text: "-670000101", Kind: cells.Number}, problem.PhoneInvalid},
		{cells.Cell{Text: "2026-03-01", Kind: cells.Date}, problem.PhoneInvalid},
	} {
		number, restored, f := v.Phone(c.cell)
		require.False(t, restored)
		if f != nil {
			number = f.Code
		}
		require.Equal(t, c.want, number)
	}
}

func TestMoney(t *testing.T) {
	v := New(0)
	for text, want := range map[string]string{
		"":                        "",
		"450":                     "450.00",
		"450,5":                   "450.50",
		"450.50":                  "450.50",
		"0":                       "0.00",
		"1 234,50":                "1234.50",
		"1\u202f234\u00a0567,5":   "1234567.50",
		"1,234.50":                "1234.50",
		"1.234.567,50":            "1234567.50",
		"1,234,567":               "1234567.00",
		"1 234 567":               "1234567.00",
		"450 грн":                 "450.00",
		"450 ГРН.":                "450.00",
		"₴450,00":                 "450.00",
		"UAH 1,234.50":            "1234.50",
		"450uah":                  "450.00",
		"1,234":                   problem.AmountAmbiguous,
		"1.234":                   problem.AmountAmbiguous,
		"1.234 грн":               problem.AmountAmbiguous,
		"12 34,50":                problem.AmountInvalid,
		"1,23,456":                problem.AmountInvalid,
		"1 234.567,50":            problem.AmountInvalid,
		"1 234,567":               problem.AmountInvalid,
		"1234.5678":               problem.AmountInvalid,
		"-5":                      problem.AmountInvalid,
		"+5":                      problem.AmountInvalid,
		"450,":                    problem.AmountInvalid,
		",50":                     problem.AmountInvalid,
		"450 $":                   problem.AmountInvalid,
		"USD 450":                 problem.AmountInvalid,
		"1e3":                     problem.AmountInvalid,
		"грн":                     problem.AmountInvalid,
		"-":                       problem.AmountInvalid,
		"1.2.3,4,5":               problem.AmountInvalid,
		"99999999999999999999999": problem.AmountInvalid,
	} {
		amount, f := v.Money(cells.Cell{Text: celltext.Clean(text)})
		got := amount.String()
		if f != nil {
			got = f.Code
		}
		require.Equal(t, want, got, "%q", text)
	}
	for number, want := range map[string]string{"1234.5": "1234.50", "1234.567": problem.AmountInvalid, "-1": problem.AmountInvalid, "1000": "1000.00"} {
		amount, f := v.Money(cells.Cell{Text: number, Kind: cells.Number})
		got := amount.String()
		if f != nil {
			got = f.Code
		}
		require.Equal(t, want, got, number)
	}
}

func TestQuantity(t *testing.T) {
	v := New(0)
	for text, want := range map[string]int64{
		"1": 1, "010": 10, "2,0": 2, "2.00": 2, "3.0000": 3, "1200": 1200,
		"": 0, "0": 0, "-1": 0, "1.5": 0, "2e1": 0, "x": 0, "+2": 0, "1,": 0, "1 000": 0, "2 шт": 2, "2шт.": 2, "3 pcs": 3, "0.5 kg": 0, "2 кг": 0, "99999999999999999999": 0, "0x10": 0,
		"1,000": 0, // one, or a thousand
	} {
		n, f := v.Quantity(cells.Cell{Text: text})
		require.Equal(t, want, n, "%q", text)
		require.Equal(t, want == 0, f != nil, "%q", text)
	}
	n, f := v.Quantity(cells.Cell{Text: "1000", Kind: cells.Number})
	require.Nil(t, f)
	require.EqualValues(t, 1000, n)
}

func TestSKU(t *testing.T) {
	v := New(0)
	for _, c := range []struct {
		cell cells.Cell
		want string
	}{
		{cells.Cell{Text: "KB-01"}, "KB-01"},
		{cells.Cell{Text: "219E01"}, "219E01"},
		{cells.Cell{Text: "00123"}, "00123"},
		{cells.Cell{Text: "4,82E+12"}, problem.SKUScientific},
		{cells.Cell{Text: "1E+05"}, problem.SKUScientific},
		{cells.Cell{Text: "1E-05"}, problem.SKUScientific},
		{cells.Cell{Text: "42", Kind: cells.Number, Zeros: 6}, "000042"},
		{cells.Cell{Text: "4820000000017", Kind: cells.Number}, "4820000000017"},
		{cells.Cell{Text: "1234567890123450", Kind: cells.Number}, problem.SKUScientific},
		{cells.Cell{Text: "2026-03-01", Kind: cells.Date}, problem.SKUIsDate},
		{cells.Cell{Text: "2026-03-01"}, "2026-03-01"},
		{cells.Cell{}, problem.SKUMissing},
	} {
		got, f := v.SKU(c.cell)
		if f != nil {
			got = f.Code
		}
		require.Equal(t, c.want, got)
	}
}

func TestBranchNumber(t *testing.T) {
	v := New(0)
	for text, want := range map[string]string{
		"12": "12", "Відділення №5": "5", "Поштомат 5432": "5432", "вул. Садова 7, № 12 (до 30 кг)": "12", "№12/1": "12", "центральне": "", "Відділення №": "",
	} {
		require.Equal(t, want, v.BranchNumber(text), text)
	}
}
