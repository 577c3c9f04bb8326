package orderfile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPhone(t *testing.T) {
	v := newValues()
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
		"440000101":                      PhoneInvalid,
		"900000101":                      PhoneInvalid, // 90 is no mobile code
		"+670000101":                     PhoneInvalid, // East Timor's, or one without 380
		"+48 500 000 104":                "+48500000104",
		"+1 202 555 0104":                "+12025550104",
		"+999 500 000 104":               PhoneInvalid,
		"+38067000010":                   PhoneInvalid,
		"+3806700001011":                 PhoneInvalid,
		"48500000104":                    PhoneInvalid,
		"+0670000101":                    PhoneInvalid,
		"80670000101":                    PhoneInvalid,
		"8 067 000 01 01":                PhoneInvalid,
		"00380670000101":                 PhoneInvalid,
		"0170000101":                     PhoneInvalid,
		"0670000101 дод. 12":             PhoneInvalid,
		"-":                              PhoneInvalid,
		"тел":                            PhoneInvalid,
		"٠٦٧٠٠٠٠١٠١":                     PhoneInvalid,
		"+4812345":                       PhoneInvalid,
		"3.80671E+11":                    PhoneScientific,
		"3,8E11":                         PhoneScientific,
		"":                               PhoneMissing,
		"0670000101, 0670000102":         PhoneAmbiguous,
		"0670000101/0670000102":          PhoneAmbiguous,
		"0670000101 0670000102":          PhoneAmbiguous,
		"+380670000101+380670000102":     PhoneAmbiguous,
		"0670000101 або 123-45-67":       PhoneAmbiguous,
		"0670000101\n0670000102":         PhoneAmbiguous,
		"+38(067)0000101 (066)0000101":   PhoneAmbiguous,
		strings.Repeat("9", 5000):        PhoneInvalid,
		"0670000101;0670000102;06700001": PhoneAmbiguous,
	} {
		number, restored, f := v.phone(cell{text: clean(text)})
		got := number
		if restored {
			got += " restored"
		}
		if f != nil {
			got = f.code
		}
		require.Equal(t, want, got, "%.40q", text)
	}
}

func TestPhoneOfANumberCell(t *testing.T) {
	v := newValues()
	for _, c := range []struct {
		cell cell
		want string
	}{
		{cell{text: "670000101", kind: numberCell, zeros: 10}, "+380670000101"},
		{cell{text: "380670000101", kind: numberCell}, "+380670000101"},
		{cell{text: "67000.0101", kind: numberCell}, PhoneInvalid},
		{cell{text: "-670000101", kind: numberCell}, PhoneInvalid},
		{cell{text: "2026-03-01", kind: dateCell}, PhoneInvalid},
	} {
		number, restored, f := v.phone(c.cell)
		require.False(t, restored)
		if f != nil {
			number = f.code
		}
		require.Equal(t, c.want, number)
	}
}

func TestMoney(t *testing.T) {
	v := newValues()
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
		"1,234":                   AmountAmbiguous,
		"1.234":                   AmountAmbiguous,
		"1.234 грн":               AmountAmbiguous,
		"12 34,50":                AmountInvalid,
		"1,23,456":                AmountInvalid,
		"1 234.567,50":            AmountInvalid,
		"1 234,567":               AmountInvalid,
		"1234.5678":               AmountInvalid,
		"-5":                      AmountInvalid,
		"+5":                      AmountInvalid,
		"450,":                    AmountInvalid,
		",50":                     AmountInvalid,
		"450 $":                   AmountInvalid,
		"USD 450":                 AmountInvalid,
		"1e3":                     AmountInvalid,
		"грн":                     AmountInvalid,
		"-":                       AmountInvalid,
		"1.2.3,4,5":               AmountInvalid,
		"99999999999999999999999": AmountInvalid,
	} {
		amount, f := v.money(cell{text: clean(text)})
		got := amount.String()
		if f != nil {
			got = f.code
		}
		require.Equal(t, want, got, "%q", text)
	}
	for number, want := range map[string]string{"1234.5": "1234.50", "1234.567": AmountInvalid, "-1": AmountInvalid, "1000": "1000.00"} {
		amount, f := v.money(cell{text: number, kind: numberCell})
		got := amount.String()
		if f != nil {
			got = f.code
		}
		require.Equal(t, want, got, number)
	}
}

func TestQuantity(t *testing.T) {
	v := newValues()
	for text, want := range map[string]int64{
		"1": 1, "010": 10, "2,0": 2, "2.00": 2, "3.0000": 3, "1200": 1200,
		"": 0, "0": 0, "-1": 0, "1.5": 0, "2e1": 0, "x": 0, "+2": 0, "1,": 0, "1 000": 0, "2 шт": 2, "2шт.": 2, "3 pcs": 3, "0.5 kg": 0, "2 кг": 0, "99999999999999999999": 0, "0x10": 0,
		"1,000": 0, // one, or a thousand
	} {
		n, f := v.quantity(cell{text: text})
		require.Equal(t, want, n, "%q", text)
		require.Equal(t, want == 0, f != nil, "%q", text)
	}
	n, f := v.quantity(cell{text: "1000", kind: numberCell})
	require.Nil(t, f)
	require.EqualValues(t, 1000, n)
}

func TestSKU(t *testing.T) {
	v := newValues()
	for _, c := range []struct {
		cell cell
		want string
	}{
		{cell{text: "KB-01"}, "KB-01"},
		{cell{text: "219E01"}, "219E01"},
		{cell{text: "00123"}, "00123"},
		{cell{text: "4,82E+12"}, SKUScientific},
		{cell{text: "1E+05"}, SKUScientific},
		{cell{text: "1E-05"}, SKUScientific},
		{cell{text: "42", kind: numberCell, zeros: 6}, "000042"},
		{cell{text: "4820000000017", kind: numberCell}, "4820000000017"},
		{cell{text: "1234567890123450", kind: numberCell}, SKUScientific},
		{cell{text: "2026-03-01", kind: dateCell}, SKUIsDate},
		{cell{text: "2026-03-01"}, "2026-03-01"},
		{cell{}, SKUMissing},
	} {
		got, f := v.sku(c.cell)
		if f != nil {
			got = f.code
		}
		require.Equal(t, c.want, got)
	}
}

func TestBranchNumber(t *testing.T) {
	v := newValues()
	for text, want := range map[string]string{
		"12": "12", "Відділення №5": "5", "Поштомат 5432": "5432", "вул. Садова 7, № 12 (до 30 кг)": "12", "№12/1": "12", "центральне": "", "Відділення №": "",
	} {
		require.Equal(t, want, deref(v.branchNumber(text)), text)
	}
}

func TestPlainNumber(t *testing.T) {
	for text, want := range map[string]string{
		"3.80670000813E+11": "380670000813", "449.99999999999994": "450", "1E+3": "1000", "2.0": "2", "0.1": "0.1", "-0": "0",
		"0.30000000000000004": "0.3", "99.5": "99.5", "1e-3": "0.001", "20450000000001": "20450000000001",
		"123456789012345678": "123456789012346000",
	} {
		got, ok := plainNumber(text)
		require.True(t, ok)
		require.Equal(t, want, got)
	}
	for _, text := range []string{"", "x", "NaN", "Inf", "1e999"} {
		_, ok := plainNumber(text)
		require.False(t, ok, text)
	}
}

func TestNumberFormats(t *testing.T) {
	date, none := numberFormat{date: true}, numberFormat{}
	for code, want := range map[string]numberFormat{
		"yyyy-mm-dd": date, "dd.mm.yy h:mm": date, "[h]:mm": date, "[$-419]d mmm yyyy": date, "mmmm": date,
		"0.00E+00": none, "General": none, `0 "days"`: none, `0\d`: none, "[Red]0": none, "0.00;[h]": none, "# ##0,00": none, `"unclosed`: none,
		"0000000000": {zeros: 10}, "000000": {zeros: 6}, "00-00": none, "": none,
	} {
		require.Equal(t, want, parseFormat(code), code)
	}
}

func TestDateText(t *testing.T) {
	for _, c := range []struct {
		serial   string
		date1904 bool
		want     string
	}{
		{"46162", false, "2026-05-20"}, {"46156.75", false, "2026-05-14 18:00"}, {"44700", true, "2026-05-20"},
		{"1", false, "1900-01-01"}, {"59", false, "1900-02-28"}, {"60", false, "1900-02-29"}, {"61", false, "1900-03-01"},
		{"0.5", false, "12:00"}, {"0", true, "1904-01-01"}, {"46156.7499999999", false, "2026-05-14 18:00"},
		{"-1", false, ""}, {"2958466", false, ""},
	} {
		got, _ := dateText(c.serial, c.date1904)
		require.Equal(t, c.want, got, c.serial)
	}
}

func TestHeadingKey(t *testing.T) {
	for text, want := range map[string]string{
		" Ціна, грн ": "ціна", "К-сть, шт.": "к-сть", "ТЕЛЕФОН*:": "телефон", "№ замовлення": "no замовлення", "Тел.": "тел",
		"Телефон (067 XXX)": "телефон", "Ім’я": "ім'я", "Імʼя": "ім'я", "Order\u00a0 ID\u200b": "order id", "ＳＫＵ": "sku",
		"Ціна [грн] (з ПДВ)": "ціна", "Ціна ((a) b)": "ціна", "Ціна (грн": "ціна (грн", "Price, UAH": "price", ")a(": ")a(",
		strings.Repeat("ы", 5000): "",
	} {
		require.Equal(t, want, headingKey(text), "%.40q", text)
	}
}

func TestShowIsSafeAndShort(t *testing.T) {
	require.Equal(t, `"a b c"`, show("a\x1bb\nc"))
	require.Equal(t, `"a b"`, show("a\u202eb"))
	require.Equal(t, `"`+strings.Repeat("я", 40)+`…"`, show(strings.Repeat("я", 1000)))
}

func TestUnescape(t *testing.T) {
	for text, want := range map[string]string{"a_x000A_b": "a\nb", "_x005F_x0041_": "_x0041_", "_x00": "_x00", "_xZZZZ_": "_xZZZZ_", "plain": "plain"} {
		require.Equal(t, want, unescape(text))
	}
}
