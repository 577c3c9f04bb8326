package durable_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// A file that could not be written leaves the older one as it is.
func ExampleWriteFile() {
	folder, err := os.MkdirTemp("", "feeds")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "shop.csv")
	for _, broken := range []error{nil, errors.New("the disk is full")} {
		err := durable.WriteFile(path, func(w io.Writer) error {
			_, err := io.WriteString(w, "sku,price\n")
			return errors.Join(err, broken)
		})
		data, _ := os.ReadFile(path)
		entries, _ := os.ReadDir(folder)
		fmt.Printf("%v: %q, %d file\n", err, data, len(entries))
	}
	// Output:
	// <nil>: "sku,price\n", 1 file
	// the disk is full: "sku,price\n", 1 file
}

// A file never takes the place of another one.
func ExampleMove() {
	folder, err := os.MkdirTemp("", "archive")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	inbox := filepath.Join(folder, "orders.csv")
	archive := filepath.Join(folder, "archive")
	if err := os.Mkdir(archive, 0o755); err != nil {
		panic(err)
	}
	for range 2 {
		if err := os.WriteFile(inbox, []byte("order\n"), 0o644); err != nil {
			panic(err)
		}
		moved, err := durable.Move(inbox, archive, "orders.csv")
		fmt.Println(filepath.Base(moved), err)
	}
	// Output:
	// orders.csv <nil>
	// orders (2).csv <nil>
}
