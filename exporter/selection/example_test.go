package selection_test

import (
	"fmt"

	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// A row of a category map covers what lies below its category.
func ExampleReadCategoryMap() {
	categories, err := selection.ReadCategoryMap("categories.csv", []byte("category,code\nДім > Кухня,2800\n"))
	if err != nil {
		panic(err)
	}
	row, found := categories.Lookup(&supplier.Category{ID: "12", Name: "Чайники", Path: []string{"Дім", "Кухня", "Чайники"}})
	fmt.Println(row.Get("code"), found)
	// Output: 2800 true
}
