package supplier

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
)

// TestCopyToSharesNothing, and Same sees every field: whatever the model gets later
// has to be copied and compared too.
func TestCopyToSharesNothing(t *testing.T) {
	var whole Product
	fill(reflect.ValueOf(&whole).Elem())
	require.NotZero(t, whole.Tiers[0].Price)
	used := Product{Images: []string{"x", "y", "z"}, Tiers: make([]Tier, 5), Attributes: make([]Attribute, 3)}
	images := used.Images
	whole.CopyTo(&used)
	require.Equal(t, whole, used)
	require.Equal(t, []string{whole.Images[0], "", ""}, images, "memory is used again, and keeps no old text")
	require.True(t, whole.Same(&used))
	requireApart(t, reflect.ValueOf(whole), reflect.ValueOf(used), "Product")

	for i := range reflect.TypeFor[Product]().NumField() {
		var other Product
		whole.CopyTo(&other)
		field := reflect.ValueOf(&other).Elem().Field(i)
		field.SetZero()
		require.False(t, whole.Same(&other), reflect.TypeFor[Product]().Field(i).Name)
	}
	var bare, emptied Product
	emptied.Images, emptied.Tiers = []string{}, []Tier{}
	require.True(t, bare.Same(&emptied))
	used.UpdatedAt = used.UpdatedAt.In(time.FixedZone("", 7200))
	require.True(t, whole.Same(&used))
}

// requireApart fails where two values share a list.
func requireApart(t *testing.T, a, b reflect.Value, path string) {
	t.Helper()
	if a.Type() == reflect.TypeFor[time.Time]() {
		return
	}
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			requireApart(t, a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name)
		}
	case reflect.Slice:
		require.NotEqual(t, a.UnsafePointer(), b.UnsafePointer(), path)
	case reflect.Map, reflect.Pointer:
		require.Fail(t, "CopyTo does not know how to copy "+path)
	}
}

// fill gives every part of a value something that is not zero.
func fill(v reflect.Value) {
	switch at := v.Addr().Interface().(type) {
	case *money.Amount:
		*at = money.Must("12.50")
		return
	case *time.Time:
		*at = time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.String:
		v.SetString("text")
	case reflect.Int64:
		v.SetInt(7)
	case reflect.Bool:
		v.SetBool(true)
	}
}
