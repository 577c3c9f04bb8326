package pricing_test

import (
	"fmt"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// What we pay and a quarter, but never below the recommended price.
func ExampleRule_Compile() {
	rule := pricing.Rule{Base: pricing.Drop, Markup: pricing.Markup{Percent: "25"}}
	pricer, err := rule.Compile(false)
	if err != nil {
		panic(err)
	}
	var prices pricing.Prices
	for _, rrp := range []string{"500", "799"} {
		pricer.Price(&supplier.Product{Currency: "UAH", DropPrice: money.Must("450"), RRP: money.Must(rrp)}, &prices)
		fmt.Println(prices.Price, prices.Currency, "raised:", prices.Raised)
	}
	// Output:
	// 562.50 UAH raised: false
	// 799.00 UAH raised: true
}
