package selection

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// full is a filter with every condition.
func full(t testing.TB) *Selector {
	return compile(t, Filter{
		Categories: Names{"Дім"}, NotCategories: Names{"Дім > Сад"}, Brands: Names{"Стежка & Co"}, NotBrands: Names{"Інша"},
		InStock: true, PriceFrom: "1", PriceTo: "1000", HasPicture: true, SKUs: "only", NotSKUs: "not",
	}, map[string]string{"only": "KB-01\n", "not": "KB-02\n"})
}

func bothMaps(t testing.TB) (*CategoryMap, *AttributeMap) {
	attributes, err := ReadAttributeMap("a.csv", []byte(attributesCSV))
	require.NoError(t, err)
	return readCategories(t, categoriesCSV), attributes
}

func TestHotPathAllocatesNothing(t *testing.T) {
	s, p, price := full(t), kettle(), money.Must("799")
	categories, attributes := bothMaps(t)
	lost := category("99", "Немає", "такої")
	for name, ask := range map[string]func(){
		"Takes":                func() { _ = s.Takes(&p, price, true) },
		"category":             func() { row, _ := categories.Lookup(&p.Category); _ = row.Get("code") },
		"category without row": func() { _, _ = categories.Lookup(&lost) },
		"attribute":            func() { row, _ := attributes.Lookup("КОЛІР", "синій"); _ = row.Get("value_code") },
		"value without row":    func() { _, _ = attributes.Lookup("Матеріал", "Скло") },
		"name without row":     func() { _, _ = attributes.Lookup("Вага", "3") },
		"stock":                func() { _, _, _ = Stock(&p, 5, 0) },
	} {
		require.Zero(t, testing.AllocsPerRun(100, ask), name)
	}
	require.True(t, s.Takes(&p, price, true))
}

// What is kept must not point into the page that a product came from.
func TestAnswersKeepNoPage(t *testing.T) {
	s, p := full(t), kettle()
	require.True(t, s.Takes(&p, money.Must("799"), true))
	brands, _ := s.brands.seen.all()
	require.Equal(t, []string{p.Brand}, brands)
	require.False(t, unsafe.StringData(p.Brand) == unsafe.StringData(brands[0]))
	_, categories := s.categories.seen.memo.all()
	require.Len(t, categories, 1)
	require.Equal(t, p.Category, categories[0].category)
	require.False(t, unsafe.StringData(p.Category.Path[0]) == unsafe.StringData(categories[0].category.Path[0]))
	require.False(t, unsafe.StringData(p.Category.ID) == unsafe.StringData(categories[0].category.ID))
}

// Past its limit a memo keeps no more, and the answers stay right.
func TestMemoIsBounded(t *testing.T) {
	s := compile(t, Filter{NotBrands: Names{"brand 5", fmt.Sprint("brand ", memoLimit+50)}}, nil)
	for i := range memoLimit + 100 {
		p := supplier.Product{Brand: fmt.Sprint("Brand ", i)}
		require.Equal(t, i != 5 && i != memoLimit+50, s.Takes(&p, money.Amount{}, true))
	}
	keys, _ := s.brands.seen.all()
	require.Len(t, keys, memoLimit)
	require.Empty(t, s.Unused())
}

func BenchmarkTakes(b *testing.B) {
	s, p, price := full(b), kettle(), money.Must("799")
	b.ReportAllocs()
	for b.Loop() {
		s.Takes(&p, price, true)
	}
}

func BenchmarkCategoryLookup(b *testing.B) {
	m, _ := bothMaps(b)
	p := kettle()
	b.ReportAllocs()
	for b.Loop() {
		m.Lookup(&p.Category)
	}
}

func BenchmarkAttributeLookup(b *testing.B) {
	_, m := bothMaps(b)
	b.ReportAllocs()
	for b.Loop() {
		m.Lookup("Колір", "Синій")
	}
}

func BenchmarkTakesParallel(b *testing.B) {
	s, price := full(b), money.Must("799")
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		p := kettle()
		for pb.Next() {
			s.Takes(&p, price, true)
		}
	})
}
