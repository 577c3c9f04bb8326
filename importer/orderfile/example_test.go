package orderfile_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/importer/orderfile"
)

// An order file as a shop manager writes it: the headings choose the profile, and what
// cannot be read is named with its row.
func ExampleRead() {
	folder, err := os.MkdirTemp("", "inbox")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "orders.csv")
	text := "Номер замовлення;Отримувач;Телефон;Місто;Відділення;Артикул;Кількість;Післяплата\n" +
		"1001;Олена Шевченко;067 123-45-67;Київ;12;KB-01;2;900,00\n" +
		"1002;Іван Франко;;Львів;3;KB-02;1;\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		panic(err)
	}
	report, err := orderfile.Read(context.Background(), path, "orders.csv", orderfile.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(report.Verdict, report.Encoding, report.Delimiter)
	for _, order := range report.Orders {
		fmt.Println(order.ExternalID, order.Recipient.Phone, order.Items[0].SKU, order.Items[0].Quantity)
	}
	for _, problem := range report.Problems {
		fmt.Println("row", *problem.Row, problem.Code)
	}
	// Output:
	// partial utf-8 ;
	// 1001 +380671234567 KB-01 2
	// row 3 phone_missing
}
