package form_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// surveyed is the form of a list with what is said of it.
func surveyed(t testing.TB, data string, hints form.Hints) (*form.Form, listfile.Reader) {
	t.Helper()
	hints.Name, hints.Key = "list", "supplier.products"
	open := func() (listfile.Reader, string) {
		list, format, err := listfile.OpenAt(strings.NewReader(data), int64(len(data)), listfile.How{Name: "list", Headings: &hints})
		require.NoError(t, err)
		return list, format
	}
	list, format := open()
	f, err := form.Survey(context.Background(), list, format, &hints)
	require.NoError(t, err)
	require.NoError(t, list.Close())
	again, _ := open()
	t.Cleanup(func() { require.NoError(t, again.Close()) })
	return f, again
}

// products are the products of a list, and what is wrong with the others by their SKU.
func products(t testing.TB, data string, hints form.Hints) (found []supplier.Product, wrong map[string]string) {
	t.Helper()
	f, list := surveyed(t, data, hints)
	require.NoError(t, form.Decide([]*form.Form{f}))
	wrong = map[string]string{}
	var record listfile.Record
	for {
		err := list.Next(&record)
		if errors.Is(err, io.EOF) {
			return found, wrong
		}
		require.NoError(t, err)
		p, why := f.Product(&record)
		if why != nil {
			require.NotEmpty(t, why.Way.In(wording.English))
			wrong[p.SKU] = why.Problem.In(wording.English)
			continue
		}
		found = append(found, p)
	}
}

// prices are the columns that became prices.
func prices(f *form.Form) string {
	var out []string
	for _, c := range f.Columns {
		if c.Role == form.DropPrice || c.Role == form.RRP || c.Role == form.TierPrice {
			out = append(out, c.Path+"="+string(c.Role))
		}
	}
	return strings.Join(out, " ")
}

// TestWhosePriceItIs: what nothing tells is asked, and rows may speak against a name.
func TestWhosePriceItIs(t *testing.T) {
	for _, c := range []struct {
		head, row string
		hints     form.Hints
		want      string // the prices, or the code of the fault
	}{
		{"Ціна", "5", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Ціна за упаковку, дроп", "5", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Дроп;Знижка, %", "5;10", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Дроп;Знижка, %", "5;0", form.Hints{}, "Дроп=drop_price"},
		{"Дроп;Знижка, %", "5;10", form.Hints{Ignored: []string{"Знижка, %"}}, "Дроп=drop_price"},
		{"Ціна, $;Ціна, грн", "5;200", form.Hints{Price: form.DropPrice}, listfile.PriceMeaningUnknown},
		{"Ціна", "5", form.Hints{Price: form.DropPrice}, "Ціна=drop_price"},
		{"Ціна", "5", form.Hints{Price: form.RRP}, "Ціна=rrp"},
		{"Ціна;Дроп", "5;4", form.Hints{}, "Ціна=rrp Дроп=drop_price"},
		{"Ціна;Дроп", "4;5", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Ціна;РРЦ", "4;5", form.Hints{}, "Ціна=drop_price РРЦ=rrp"},
		{"Ціна;РРЦ", "5;4", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Ціна;Дроп;РРЦ", "9;4;5", form.Hints{}, "Дроп=drop_price РРЦ=rrp"},
		{"Опт;РРЦ", "4;5", form.Hints{}, "Опт=drop_price РРЦ=rrp"},
		{"Опт;Дроп;РРЦ", "3;4;5", form.Hints{}, "Дроп=drop_price РРЦ=rrp"},
		{"price;price_opt", "5;4", form.Hints{}, "price=rrp price_opt=drop_price"},
		{"Дроп;Дроп-ціна", "4;5", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Ціна для партнера;РРЦ", "4;5", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Ціна для партнера;РРЦ", "4;5", form.Hints{Fields: map[form.Role]string{form.DropPrice: "ціна для  партнера"}}, "Ціна для партнера=drop_price РРЦ=rrp"},
		{"Ціна для партнера;Дроп", "4;5", form.Hints{Ignored: []string{"Ціна для партнера"}}, "Дроп=drop_price"},
		{"Дроп зі знижкою;Дроп", "3;4", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Стара ціна;Дроп", "9;4", form.Hints{}, "Дроп=drop_price"},
		{"Ціна дроп, $;РРЦ, грн", "4;5", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Ціна дроп, $;РРЦ", "4;5", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Ціна дроп, $;РРЦ", "4;5", form.Hints{Currency: "USD"}, "Ціна дроп, $=drop_price РРЦ=rrp"},
		{"Дроп;Опт від 5 шт;Опт 10 шт", "4;3;2", form.Hints{}, "Дроп=drop_price Опт від 5 шт=tier_price Опт 10 шт=tier_price"},
		{"Дроп;від 5 шт;від 10;від 5 днів;від 1 шт", "4;3;2;8;9", form.Hints{}, "Дроп=drop_price від 5 шт=tier_price від 10=tier_price"},
		{"Дроп, коп", "500", form.Hints{}, listfile.PriceMeaningUnknown},
		{"rrp_cents;Дроп", "500;4", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Дроп, тис. грн", "0,5", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Дроп за 10 шт", "50", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Дроп 10 шт", "50", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Дроп;Опт за 10 шт", "4;30", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Дроп;Ціна за 100 г", "4;30", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Дроп за 1 шт", "5", form.Hints{}, "Дроп за 1 шт=drop_price"},
		{"Ціна;Дроп", "5;", form.Hints{}, listfile.PriceMeaningUnknown},
		{"Опис", "x", form.Hints{}, listfile.FormUnknown},
	} {
		f, _ := surveyed(t, "Код;Назва;"+c.head+"\na;б;"+c.row+"\n", c.hints)
		err := form.Decide([]*form.Form{f})
		if err == nil {
			require.Equal(t, c.want, prices(f), c.head)
			continue
		}
		fault, ok := errors.AsType[*listfile.Fault](err)
		require.True(t, ok)
		require.Equal(t, c.want, fault.Code, "%s %s", c.head, c.row)
		require.Contains(t, fault.Hint(), "supplier.products", "the line that settles it has its place")
	}
}

func TestListsOfOneCatalogueDecideTogether(t *testing.T) {
	goods, _ := surveyed(t, "Код;Назва;Ціна\na;б;5\n", form.Hints{})
	drop, _ := surveyed(t, "Код;Дроп\na;4\n", form.Hints{})
	require.NoError(t, form.Decide([]*form.Form{goods, drop}))
	require.Equal(t, "Ціна=rrp", prices(goods))
	require.Equal(t, "Дроп=drop_price", prices(drop))

	one, _ := surveyed(t, "Код;Назва;Ціна\na;б;5\n", form.Hints{})
	other, _ := surveyed(t, "Код;Назва;Ціна\na;б;4\n", form.Hints{Price: form.DropPrice})
	require.ErrorContains(t, form.Decide([]*form.Form{one, other}), listfile.PriceMeaningUnknown)
}

func TestTablesForPeople(t *testing.T) {
	const head = "Артикул;Назва;Ціна дроп, грн;РРЦ;Залишок;Категорія;Фото;Штрихкод\n"
	found, wrong := products(t, head+
		"00123;Чай;1 234,50;₴ 1'999,00;>10;Дім/Кухня;https://a/1.jpg, https://a/2.jpg;4820000000017\n"+
		"b;Кава;99,90 грн;120;12 шт.;;https://a/x?a=1,2;\n"+
		"c;Сіль;-;50;0;Дім;;\n"+
		"d;Мед;договірна;50;1;;;\n"+
		"e;Сир;10;50;питайте;;;\n"+
		"f;Ром;10 $;50;1;;;\n"+
		"4,82E+12;Рис;10;50;1;;;\n"+
		";Без коду;10;50;1;;;\n"+
		"g;Мак;10;50;;;;\n", form.Hints{})
	require.Len(t, found, 4)
	tea, coffee, salt, poppy := found[0], found[1], found[2], found[3]
	require.Equal(t, "00123 1234.50 1999.00 in_stock", strings.Join([]string{tea.SKU, tea.DropPrice.String(), tea.RRP.String(), tea.Availability}, " "))
	require.False(t, tea.Quantity.Known, "more than ten are not ten")
	require.Equal(t, []string{"Дім", "Кухня"}, tea.Category.Path)
	require.Equal(t, []string{"https://a/1.jpg", "https://a/2.jpg"}, tea.Images)
	require.Equal(t, "99.90", coffee.DropPrice.String())
	require.Equal(t, supplier.Some(int64(12)), coffee.Quantity)
	require.Equal(t, []string{"https://a/x?a=1,2"}, coffee.Images)
	require.False(t, salt.DropPrice.IsSet(), "a dash is a blank")
	require.Equal(t, supplier.OutOfStock, salt.Availability)
	require.Equal(t, supplier.OutOfStock, poppy.Availability, "a blank in a column of stock says of nothing that it is there")
	require.False(t, poppy.Quantity.Known, "absent is not zero")
	require.Equal(t, "UAH", tea.Currency)
	require.Equal(t, map[string]string{"d": `Ціна дроп, грн: "договірна" is no price, or can be read in two ways`, "e": `Залишок: the word "питайте" is not known`,
		"f": "prices in different currencies: USD and UAH", "": "there is no SKU"}, onlyKnown(wrong))
	require.Len(t, wrong, 4, "the SKU whose digits are lost has none")
}

// TestStatusOfProducts is their availability where nothing else tells it, and is not read where it
// is of something else or a column of stock stands beside it.
func TestStatusOfProducts(t *testing.T) {
	const one = `{"sku":"%s","name":"б","drop_price":5,"status":"%s"%s}`
	for _, c := range []struct{ first, more, second, rest, want, wrong string }{
		{first: "active", second: "sold_out", want: "in_stock out_of_stock"},
		{first: "active", second: "archived", want: "in_stock discontinued"},
		{first: "active", second: "draft", want: "in_stock", wrong: `status: the word "draft" is not known`},
		{first: "active", more: `,"qty":0`, second: "draft", rest: `,"qty":2`, want: "out_of_stock in_stock"},
		{first: "published", second: "published", want: "in_stock in_stock"},
	} {
		found, wrong := products(t, "["+fmt.Sprintf(one, "a", c.first, c.more)+","+fmt.Sprintf(one, "b", c.second, c.rest)+"]", form.Hints{})
		var said []string
		for _, p := range found {
			said = append(said, p.Availability)
		}
		require.Equal(t, c.want, strings.Join(said, " "), c.second)
		require.Equal(t, c.wrong, wrong["b"])
	}
}

// TestWhatIsNotForSale: a product that is hidden, or not active, is not sold, whatever is in stock.
func TestWhatIsNotForSale(t *testing.T) {
	for flag, want := range map[string]string{`"active":true`: "in_stock", `"active":false`: "discontinued", `"is_visible":0`: "discontinued", `"enabled":"ні"`: "discontinued", `"published":"2026-11-01"`: "in_stock",
		`"deleted":true`: "discontinued", `"hidden":"1"`: "discontinued", `"archived":false`: "in_stock", `"is_deleted":0`: "in_stock"} {
		found, wrong := products(t, `[{"sku":"a","name":"б","drop_price":5,"qty":3,`+flag+`},{"sku":"b","name":"б","drop_price":5,"qty":3}]`, form.Hints{})
		require.Empty(t, wrong)
		require.Equal(t, want+" in_stock", found[0].Availability+" "+found[1].Availability, flag)
	}
}

// TestCurrenciesOfRecords are words or codes; another word is no currency.
func TestCurrenciesOfRecords(t *testing.T) {
	found, wrong := products(t, "Код;Назва;Дроп;Валюта\na;б;5;грн.\nb;б;5;долар\nc;б;5;pln\nd;б;5;\ne;б;5;крб\nf;б;5;тугрик\n", form.Hints{})
	var said []string
	for _, p := range found {
		said = append(said, p.Currency)
	}
	require.Equal(t, []string{"UAH", "USD", "PLN", "UAH"}, said)
	require.Equal(t, map[string]string{"e": `the currency "крб" is not known`, "f": `the currency "тугрик" is not known`}, wrong)
}

// TestStockAtSeveralPlacesOfAProduct is added up, as columns of warehouses are.
func TestStockAtSeveralPlacesOfAProduct(t *testing.T) {
	found, wrong := products(t, `[{"sku":"a","name":"б","drop_price":5,"stocks":[{"warehouse":"Київ","quantity":2},{"warehouse":"Львів","quantity":3}]},
		{"sku":"b","name":"б","drop_price":5,"stocks":[{"warehouse":"Київ","quantity":0},{"warehouse":"Львів","quantity":"0"}]}]`, form.Hints{})
	require.Empty(t, wrong)
	require.Equal(t, "5 in_stock 0 out_of_stock", fmt.Sprint(found[0].Quantity.Value, " ", found[0].Availability, " ", found[1].Quantity.Value, " ", found[1].Availability))
}

// TestLeastOrdersAndWeights: a least quantity that nobody can read is a fault, since an order for
// fewer pieces comes back; a weight is counted.
func TestLeastOrdersAndWeights(t *testing.T) {
	const head = "Код;Назва;Дроп;Мін. замовлення;Вага\n"
	const list = head + "a;б;5;5 шт.;0,35 кг\nb;б;5;від 10 шт;350 г\nc;б;5;1 000;1 200 гр.\nd;б;5;-;0.5\ne;б;5;0;0\nf;б;5;;1,250\ng;б;5;ящик;5\nh;б;5;500 грн;5\ni;б;5;3;легкий\nj;б;5;3;2 т\n"
	found, wrong := products(t, list, form.Hints{})
	var said []string
	for _, p := range found {
		said = append(said, fmt.Sprintf("%s %d %d", p.SKU, p.MinOrder, p.WeightG.Value))
	}
	require.Equal(t, []string{"a 5 350", "b 10 350", "c 1000 1200", "d 1 500", "e 1 0", "f 1 1250", "i 3 0", "j 3 0"}, said)
	require.Equal(t, map[string]string{"g": `Мін. замовлення: "ящик" is no quantity of a least order`, "h": `Мін. замовлення: "500 грн" is no quantity of a least order`}, wrong)
	f, _ := surveyed(t, list, form.Hints{})
	require.Equal(t, form.Named{First: []string{"легкий", "2 т"}, Count: 2}, f.Weightless)
}

// onlyKnown keeps one of the two products that have no SKU.
func onlyKnown(wrong map[string]string) map[string]string {
	if strings.Contains(wrong[""], "lost digits") {
		wrong[""] = "there is no SKU"
	}
	return wrong
}

func TestWordsOfStock(t *testing.T) {
	for text, want := range map[string]string{
		"є": "in_stock", "Є в наявності": "in_stock", "закінчується": "in_stock", "+": "in_stock", "True": "in_stock", "10+": "in_stock", "більше 5": "in_stock", "5-10 шт": "in_stock", "7,0": "in_stock",
		"немає": "out_of_stock", "НЕМАЄ.": "out_of_stock", "-": "out_of_stock", "false": "out_of_stock", "0": "out_of_stock", "0,00": "out_of_stock", "-2": "out_of_stock",
		"під замовлення": "on_order", "очікується": "on_order", "знято з виробництва": "discontinued", "на складі у Львові": "in_stock",
		"можливо": "", "десь 5": "", "є, але мало": "",
	} {
		found, wrong := products(t, "Код;Назва;Дроп;Наявність\na;б;5;\""+text+"\"\n", form.Hints{Words: map[string]string{"На складі у Львові": "in_stock"}})
		if want == "" {
			require.Len(t, wrong, 1, text)
			continue
		}
		require.Len(t, found, 1, "%s: %v", text, wrong)
		require.Equal(t, want, found[0].Availability, text)
	}
}

// TestQuantities: a quantity is read as a price is, and what can be read in two ways is not known.
func TestQuantities(t *testing.T) {
	read := func(list string) string {
		found, wrong := products(t, list, form.Hints{})
		if len(wrong) > 0 || len(found) != 1 {
			return "wrong"
		}
		quantity := "-"
		if found[0].Quantity.Known {
			quantity = fmt.Sprint(found[0].Quantity.Value)
		}
		return quantity + " " + found[0].Availability
	}
	for text, want := range map[string]string{
		"7": "7 in_stock", "7,0": "7 in_stock", "7.5": "7 in_stock", "7,99 шт.": "7 in_stock", "12,": "12 in_stock", "+5": "5 in_stock", "-2": "0 out_of_stock", "0,5": "0 out_of_stock",
		"1 234": "1234 in_stock", "1\u00a0234": "1234 in_stock", "1\u202f234": "1234 in_stock", "1'234": "1234 in_stock", "1 234,5 шт": "1234 in_stock", "1.234,5": "1234 in_stock", "1,234,567": "1234567 in_stock",
		"5,000": "5 in_stock", "0.000": "0 out_of_stock", "1234,567": "1234 in_stock", "0.3333333333333333333333": "0 out_of_stock",
		"1,234": "- in_stock", "12.345": "- in_stock", ">1,234": "- in_stock", "1,234+": "- in_stock", "-1,234": "0 out_of_stock", "1 234 - 5 678": "- in_stock", ">10": "- in_stock", "0+": "wrong",
		"12 34": "wrong", "067 123 45 67": "wrong", "12.05.2026": "wrong", "1,23,4": "wrong",
	} {
		require.Equal(t, want, read("Код;Назва;Дроп;Залишок\na;б;5;\""+text+"\"\n"), text)
	}
	for text, want := range map[string]string{"12.345": "12 in_stock", "5.000": "5 in_stock", "0.3333333333333333333333": "0 out_of_stock", "1,234": "- in_stock", "1 234": "1234 in_stock", "-1.5": "0 out_of_stock"} {
		require.Equal(t, want, read(offer+`<offer id="7" available="true"><price>9</price><price_drop>5</price_drop><name>M</name><quantity_in_stock>`+text+`</quantity_in_stock></offer></offers></shop></yml_catalog>`), text)
	}
}

const offer = `<yml_catalog><shop><categories><category id="1" parentId="3">A</category><category id="3" parentId="1">B</category></categories><offers>`

func TestOffers(t *testing.T) {
	found, wrong := products(t, offer+
		`<offer id="7" group_id="g" available="true"><price>9.5</price><price_drop>5.25</price_drop><currencyId>USD</currencyId><categoryId>1</categoryId><vendorCode>K</vendorCode><name>N</name><name_ua>Н</name_ua><description_ua>О</description_ua>`+
		`<picture>https://a/1</picture><picture>https://a/2</picture><param name="Колір">x</param><param name="Порожній"/><param name="Вага" unit="кг">2</param><prices><price><value>5</value><quantity>3</quantity></price><price><value>4</value><quantity>10</quantity></price></prices><stock_quantity>4</stock_quantity><weight>1.5</weight></offer>`+
		`<offer id="8" available="false"><price>9</price><price_drop>5</price_drop><name>M</name><quantity_in_stock>4</quantity_in_stock></offer>`+
		`<offer id="9" available="true"><price>9</price><price_drop>5</price_drop><name>M</name><vendorCode>a</vendorCode><vendorCode>b</vendorCode></offer>`+
		`<offer id="10" available="true"><price>9</price><price_drop>5</price_drop><name>M</name><prices><price><value>5</value></price></prices></offer>`+
		`</offers></shop></yml_catalog>`, form.Hints{})
	require.Len(t, found, 2)
	p := found[0]
	require.Equal(t, []string{"7", "K", "g", "N", "Н", "О", "USD", "9.50", "5.25"}, []string{p.ID, p.SKU, p.GroupID, p.Name, p.Names.UK, p.Description, p.Currency, p.RRP.String(), p.DropPrice.String()})
	require.Equal(t, []supplier.Attribute{{Name: "Колір", Value: "x"}, {Name: "Вага", Value: "2", Unit: "кг"}}, p.Attributes)
	require.Len(t, p.Tiers, 2)
	require.Equal(t, int64(10), p.Tiers[1].MinQuantity)
	require.Equal(t, "4.00", p.Tiers[1].Price.String())
	require.Equal(t, supplier.Some(int64(1500)), p.WeightG)
	require.Equal(t, supplier.Some(int64(4)), p.Quantity)
	require.LessOrEqual(t, len(p.Category.Path), 20, "a tree that turns in a circle ends")
	require.Equal(t, "8", found[1].SKU, "an offer without a code is known by its id")
	require.Equal(t, supplier.OutOfStock, found[1].Availability, "what is not available is not sold, whatever stands in stock")
	require.Len(t, wrong, 2)
}

// TestPricesOfAPiece are the prices; one of a pack is none.
func TestPricesOfAPiece(t *testing.T) {
	found, wrong := products(t, "Код;Назва;Дроп\na;б;120,00 грн/шт.\nb;б;1 120,50 грн. за шт\nc;б;95 $ / ШТ\nd;б;120 грн/уп\ne;б;120 за 10 шт\n", form.Hints{})
	var said []string
	for _, p := range found {
		said = append(said, p.SKU+" "+p.DropPrice.String()+" "+p.Currency)
	}
	require.Equal(t, []string{"a 120.00 UAH", "b 1120.50 UAH", "c 95.00 USD"}, said)
	require.Len(t, wrong, 2)
}

// TestCategoriesInACircle are named, and no name of their path stands there twice.
func TestCategoriesInACircle(t *testing.T) {
	const list = `<yml_catalog><shop><categories><category id="1" parentId="3">A</category><category id="3" parentId="1">B</category><category id="4" parentId="1">C</category><category id="5" parentId="9">D</category></categories><offers>` +
		`<offer id="7"><price_drop>5</price_drop><name>N</name><categoryId>4</categoryId></offer><offer id="8"><price_drop>5</price_drop><name>N</name><categoryId>5</categoryId></offer></offers></shop></yml_catalog>`
	found, wrong := products(t, list, form.Hints{})
	require.Empty(t, wrong)
	require.Equal(t, []string{"B", "A", "C"}, found[0].Category.Path)
	require.Equal(t, []string{"D"}, found[1].Category.Path)
	f, _ := surveyed(t, list, form.Hints{})
	require.Equal(t, form.Named{First: []string{"A", "B", "C"}, Count: 3}, f.Circles)
}

// TestATableOfAMarketplace: the headings of Prom's export of goods, with signs between words.
func TestATableOfAMarketplace(t *testing.T) {
	found, wrong := products(t, "Код_товару,Назва_позиції,Назва_позиції_укр,Ціна,Валюта,Одиниця_виміру,Наявність,Виробник,Назва_групи\nP-1,Чайник,Чайник білий,500,UAH,шт.,+,Теко,Кухня\nP-2,Праска,,600,UAH,шт.,-,Теко,Дім\n",
		form.Hints{Price: form.DropPrice})
	require.Empty(t, wrong)
	require.Len(t, found, 2)
	require.Equal(t, "P-1 Чайник Чайник білий 500.00 in_stock Кухня", strings.Join([]string{found[0].SKU, found[0].Name, found[0].Names.UK, found[0].DropPrice.String(), found[0].Availability, found[0].Category.Name}, " "))
	require.Equal(t, supplier.OutOfStock, found[1].Availability)
}

// TestAListWithoutNamesCompletesAnother: where no column is left that could be the name, none is asked for.
func TestAListWithoutNamesCompletesAnother(t *testing.T) {
	f, _ := surveyed(t, "Код;Дроп\na;5\n", form.Hints{})
	err := form.Decide([]*form.Form{f})
	require.EqualError(t, err, "list_form_unknown: list: there are SKUs in it and no names of goods")
	require.ErrorContains(t, form.Decide([]*form.Form{first(surveyed(t, "Код;Дроп;Щось\na;5;Чай\n", form.Hints{}))}), "columns that are not known: Щось")
}

func first(f *form.Form, _ listfile.Reader) *form.Form { return f }

// TestWhatSpeaksAgainstAReading: names in the config that no column has, and prices that stand the
// wrong way round.
func TestWhatSpeaksAgainstAReading(t *testing.T) {
	f, _ := surveyed(t, "Код;Назва;Дроп;РРЦ\na;Чай;15;10\nb;Сіль;16;10\nc;Мак;5;10\nd;Рис;;10\n", form.Hints{Fields: map[form.Role]string{form.Brand: "Бренд|Марка", form.Name: "Товар|назва"}})
	require.NoError(t, form.Decide([]*form.Form{f}))
	require.Equal(t, []string{"brand: Бренд|Марка"}, f.Unfound())
	less, compared := f.Below()
	require.Equal(t, []int64{2, 3}, []int64{less, compared})
	f, _ = surveyed(t, "Код;Назва;Дроп;РРЦ\na;Чай;15;10\nb;Сіль;6;10\n", form.Hints{})
	require.NoError(t, form.Decide([]*form.Form{f}))
	less, _ = f.Below()
	require.Zero(t, less, "one of two is no rule")
	require.Empty(t, f.Unfound())
}

// TestColumnsThatMayBeStock: numbers and words of stock that no heading tells are named.
func TestColumnsThatMayBeStock(t *testing.T) {
	f, _ := surveyed(t, `{"items":{"J-1":{"title":"Чай","prices":{"drop":5},"stock":{"kyiv":3,"lviv":0},"zone":"B"},"J-2":{"title":"Сіль","prices":{"drop":6},"stock":{"kyiv":0},"zone":"C"}}}`, form.Hints{})
	require.NoError(t, form.Decide([]*form.Form{f}))
	require.False(t, f.Stocked())
	require.Equal(t, []string{"stock.kyiv", "stock.lviv"}, f.Uncounted())
}

func TestJSONOfAnyNames(t *testing.T) {
	found, wrong := products(t, `{"products":[{"id":1,"sku":"a","title":"N","prices":{"drop_price":1.50,"rrp":"2"},"images":["https://a/1","https://a/2"],"params":{"Колір":"x"},"attributes":[{"value":"y","name":"Розмір"}],"category":{"name":"K"},"stock":3}]}`, form.Hints{})
	require.Empty(t, wrong)
	require.Len(t, found, 1)
	p := found[0]
	require.Equal(t, []string{"1", "a", "N", "1.50", "2.00", "K"}, []string{p.ID, p.SKU, p.Name, p.DropPrice.String(), p.RRP.String(), p.Category.Name})
	require.Equal(t, []supplier.Attribute{{Name: "Колір", Value: "x"}, {Name: "Розмір", Value: "y"}}, p.Attributes)
	require.Len(t, p.Images, 2)
	require.Equal(t, supplier.Some(int64(3)), p.Quantity)
}

func TestMappingsAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		"format: pdf": "pdf", "price: our": "our", "currency: грн": "грн", "fields: {skuu: a}": "skuu", "words: {є: yes}": "yes", "filds: {}": "unknown key",
	} {
		_, err := form.Compile("mine.yaml", []byte("name: mine\nkind: list\n"+text+"\n"))
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "mine.yaml")
	}
	under, err := form.Compile("mine.yaml", []byte("price: drop\ncurrency: USD\nfields: {sku: a, name: b}\nignore: [x]\n"))
	require.NoError(t, err)
	laid := under.Under(form.Mapping{Currency: "UAH", Fields: map[string]string{"sku": "c"}, Ignore: []string{"y"}})
	require.Equal(t, form.Mapping{Price: "drop", Currency: "UAH", Fields: map[string]string{"sku": "c", "name": "b"}, Words: map[string]string{}, Ignore: []string{"x", "y"}}, laid)
}
