// Package suppliertest has what the tests of the packages around supplier share: texts
// of mappings, a small order, and a JSON reader that is not ours.
package suppliertest
