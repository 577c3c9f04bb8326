package catalog_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
)

var update = flag.Bool("update", false, "rewrite the files that the tests compare with")

const samplePath = "../../../samples/catalog.json"

// TestSampleCatalogue holds samples/catalog.json to the table below; run it with
// -update after changing the table.
func TestSampleCatalogue(t *testing.T) {
	var want bytes.Buffer
	enc := json.NewEncoder(&want)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	require.NoError(t, enc.Encode(sampleProducts()))
	if *update {
		require.NoError(t, os.WriteFile(samplePath, want.Bytes(), 0o644))
	}
	file, err := os.ReadFile(samplePath)
	require.NoError(t, err)
	require.Equal(t, want.String(), string(file))

	c, err := catalog.Load(bytes.NewReader(file), samplePath)
	require.NoError(t, err)
	require.Empty(t, c.Notes)
	require.Equal(t, sampleProducts(), c.Products)
	require.Len(t, c.Products, 30)
	for _, p := range c.Products {
		require.True(t, p.Barcode == "" || validEAN13(p.Barcode), p.Barcode)
	}
	for i := range 10 {
		p := c.Products[i]
		require.Equal(t, fmt.Sprintf("KB-%02d", i+1), p.SKU)
		require.Equal(t, catalog.InStock, p.Availability)
		require.GreaterOrEqual(t, *p.Quantity, 500)
		require.NotNil(t, p.RRP)
	}
}

// sample builds one product of the table.
type sample struct{ catalog.Product }

// goods is a plain product in stock; the methods below change what is special.
func goods(id int, sku, name, drop, rrp string, path ...string) sample {
	quantity, grams := 640, 300+10*id
	p := catalog.Product{
		ID: fmt.Sprint(200000 + id), SKU: sku, Name: name, Currency: "UAH",
		DropPrice: decimal.MustParse(drop), MinOrder: 1, Availability: catalog.InStock, Quantity: &quantity,
		Brand: "Мрія", Country: "Україна", WeightG: &grams,
		URL:       fmt.Sprintf("https://shop.example/p/%d", 200000+id),
		Images:    []string{fmt.Sprintf("https://img.example/%d/1.jpg", 200000+id)},
		CreatedAt: time.Date(2026, time.March, 1+id/10, 9, 0, 0, 0, time.UTC),
		UpdatedAt: time.Date(2026, time.November, 1+id%20, 6, 30, id, 0, time.UTC),
	}
	if rrp != "" {
		price := decimal.MustParse(rrp)
		p.RRP = &price
	}
	if len(path) > 0 {
		p.Category = &catalog.Category{ID: sampleCategory(path[len(path)-1]), Name: path[len(path)-1], Path: path}
	}
	return sample{p}
}

func sampleCategory(leaf string) string {
	ids := map[string]string{"Посуд": "11", "Освітлення": "12", "Текстиль": "13", "Декор": "14", "Фітнес": "21", "Футболки": "31", "Монітори": "41"}
	return ids[leaf]
}

func (s sample) about(html string) sample { s.Description = html; return s }

func (s sample) languages(ru, en string) sample {
	s.Names = map[string]string{"uk": s.Name, "ru": ru, "en": en}
	return s
}

func (s sample) tiers(quantityAndPrice ...string) sample {
	for i := 0; i < len(quantityAndPrice); i += 2 {
		quantity := int(decimal.MustParse(quantityAndPrice[i]).Coef())
		s.Tiers = append(s.Tiers, catalog.Tier{MinQuantity: quantity, Price: decimal.MustParse(quantityAndPrice[i+1])})
	}
	return s
}

func (s sample) stock(availability string, quantity int) sample {
	s.Availability, s.Quantity = availability, &quantity
	if quantity < 0 {
		s.Quantity = nil
	}
	return s
}

func (s sample) has(name, value, unit string) sample {
	s.Attributes = append(s.Attributes, catalog.Attribute{Name: name, Value: value, Unit: unit})
	return s
}

func (s sample) pictures(n int) sample {
	s.Images = nil
	for i := range n {
		s.Images = append(s.Images, fmt.Sprintf("https://img.example/%s/%d.jpg", s.ID, i+1))
	}
	return s
}

func (s sample) group(id string) sample         { s.GroupID = id; return s }
func (s sample) brand(name, from string) sample { s.Brand, s.Country = name, from; return s }

// barcode is an EAN-13 of an item number under an invented maker's prefix.
func (s sample) barcode(item int) sample {
	digits, sum := fmt.Sprintf("4820000%05d", item), 0
	for i, r := range digits {
		sum += int(r-'0') * (1 + i%2*2)
	}
	s.Barcode = fmt.Sprint(digits, (10-sum%10)%10)
	return s
}

func (s sample) least(quantity int) sample { s.MinOrder = quantity; return s }
func (s sample) size(length, w, h int) sample {
	s.LengthMM, s.WidthMM, s.HeightMM = &length, &w, &h
	return s
}
func (s sample) unweighed() sample         { s.WeightG = nil; return s }
func (s sample) noURL() sample             { s.URL = ""; return s }
func (s sample) firstPictureAgain() sample { s.Images = append(s.Images, s.Images[0]); return s }
func (s sample) describedInRussian(h string) sample {
	s.Descriptions = map[string]string{"uk": s.Description, "ru": h}
	return s
}

func sampleProducts() []catalog.Product {
	home := func(leaf string) []string { return []string{"Дім", "Затишок", leaf} }
	shirt := []string{"Одяг", "Верх", "Футболки"}
	table := []sample{
		goods(1, "KB-01", "Чайник скляний", "315.00", "450.00", "Дім", "Кухня", "Посуд").languages("Чайник стеклянный", "Glass kettle").
			about("<p>Скляний чайник на 1,7&nbsp;л &mdash; <b>без пластику</b>.</p><ul><li>потужність 2200 Вт</li><li>автовимкнення</li></ul>").
			describedInRussian("<p>Стеклянный чайник на 1,7&nbsp;л.</p>").tiers("10", "299.25", "50", "283.50", "200", "270.00").
			has("Об'єм", "1,7", "л").has("Потужність", "2200", "Вт").has("Колір", "прозорий", "").barcode(1).size(220, 160, 240).pictures(3),
		goods(2, "KB-02", "Лампа настільна", "224.00", "320.00", home("Освітлення")...).languages("Лампа настольная", "Desk lamp").
			about("Лампа з трьома режимами світла.\r\nШнур 1,5 м.").tiers("5", "215.00").has("Потужність", "9", "Вт").has("Колір", "білий", "").barcode(2),
		goods(3, "KB-03", "Килимок для йоги", "139.90", "199.90", "Спорт", "Фітнес").about("<p>Не ковзає &amp; не пахне 🧘</p>").
			tiers("20", "131.00", "100", "125.50").has("Товщина", "6", "мм").size(1830, 610, 6),
		goods(4, "KB-04", "Плед", "363.30", "519.00", home("Текстиль")...).about("М'який плед, м’який плед, мʼякий плед.").has("Матеріал", "льон 55 % / бавовна 45 %", "").pictures(2),
		goods(5, "KB-05", "Свічка", "35.00", "50.00", home("Декор")...).tiers("6", "34.00", "12", "33.00", "24", "32.00", "48", "31.00", "96", "30.00", "192", "29.00").
			about("Соєвий віск. Горить ≈ 30 год. Ціна 50\u00a0₴").has("Аромат", "лаванда", "").has("Аромат", "м'ята", ""),
		goods(6, "KB-06", "Гачок", "52.85", "75.50", home("Декор")...).least(5).has("Навантаження", "3", "кг"),
		goods(7, "KB-07", "Гачки, набір", "104.93", "149.90", home("Декор")...).about("Набір: 4 шт; кріплення \"3M\"-типу; для стін \\ дверей").has("У наборі", "4", "шт"),
		goods(8, "KB-08", "Монітор 27\" IPS", "4340.00", "6200.00", "Електроніка", "Монітори").brand("NordLight", "Китай").
			about(`<table><tr><td>Діагональ</td><td>27"</td></tr></table>`).has("Діагональ", "27", "\"").size(620, 210, 460),
		goods(9, "KB-09", "Набір чашок", "315.00", "450.00", "Дім", "Кухня", "Посуд").brand("Kolo & Co", "Польща").has("Об'єм", "0,25", "л").has("У наборі", "6", "шт"),
		goods(10, "KB-10", "Подушка «Хмаринка»", "196.00", "280.00", home("Текстиль")...).about("Наповнювач — холофайбер ☁️"),
	}
	for i, size := range []string{"S", "M", "L", "XL"} {
		table = append(table, goods(11+i, "0021"+fmt.Sprint(i)+"-"+size, "Футболка «Джерело»", "182.00", "260.00", shirt...).
			group("2100").brand("Vesna", "Туреччина").has("Розмір", size, "").has("Колір", "білий", "").stock(catalog.InStock, 12*i).barcode(11+i))
	}
	table[10] = table[10].stock(catalog.OutOfStock, 0)
	for i, colour := range []string{"синій", "м'ятний", "жовто-блакитний"} {
		table = append(table, goods(15+i, fmt.Sprintf("219E0%d", i+1), "Пляшка для води", "96.60", "138.00", "Спорт", "Фітнес").
			group("2200").brand("O'Tepla", "Італія").has("Колір", colour, "").has("Об'єм", "0,75", "л"))
	}
	table = append(table,
		goods(18, "ODD-1", `Рамка "<&>" 10×15`, "48.30", "69.00", home("Декор")...).about(`Код: if (a && b < c) { x[y[0]]>1 } ]]> кінець`),
		goods(19, "NORRP-1", "Ваза ручної роботи", "410.00", "", home("Декор")...).brand("Ґанок", "Україна"),
		goods(20, "NOCAT-1", "Подарунковий пакет", "14.00", "20.00").unweighed().noURL(),
		goods(21, "NOPIC-1", "Рушник бавовняний", "91.00", "130.00", home("Текстиль")...).pictures(0),
		goods(22, "PIC-12", "Гірлянда 10 м", "133.00", "190.00", home("Освітлення")...).pictures(12).has("Довжина", "10", "м"),
		goods(23, "PIC-2X", "Нічник «Місяць»", "154.00", "220.00", home("Освітлення")...).pictures(2).firstPictureAgain(),
		goods(24, "HIDDEN-1", "Сковорода чавунна", "532.00", "760.00", "Дім", "Кухня", "Посуд").stock(catalog.InStock, -1),
		goods(25, "GONE-1", "Таця стара", "70.00", "100.00", "Дім", "Кухня", "Посуд").stock(catalog.Discontinued, 0),
		goods(26, "ORDER-1", "Гантель розбірна", "1190.00", "1700.00", "Спорт", "Фітнес").stock(catalog.OnOrder, -1),
		goods(27, "DASH-27", "-30% Скатертина", "161.00", "230.00", home("Текстиль")...).about("=1+1 на початку опису"),
		goods(28, "TINY-1", "Наліпка", "0.49", "0.70", home("Декор")...).least(100).tiers("1000", "0.4550").unweighed(),
		goods(29, "0007", "Годинник настінний", "252.00", "360.00", home("Декор")...).brand("E\u0301toile", "").about("Стовпець\tдругий\nрядок другий"),
		goods(30, "KB-30", "Свічник 👨‍👩‍👧‍👦 родинний", "119.00", "170.00", home("Декор")...).brand("", ""),
	)
	products := make([]catalog.Product, 0, len(table))
	for _, row := range table {
		products = append(products, row.Product)
	}
	return products
}
