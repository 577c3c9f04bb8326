// Package scan reads orders, links and files out of the rows of a query. A list keeps one set of
// places for all of its rows, as there may be a hundred thousand.
package scan
