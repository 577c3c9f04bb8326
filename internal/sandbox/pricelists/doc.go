// Package pricelists is the sandbox as a supplier that has price lists by link and no service:
// its goods as YML, a table and JSON, whole or in parts that are joined by SKU. What goes wrong
// with the sandbox's own list of products goes wrong with these: a fault that cuts an answer
// cuts the list, one that answers with a page gives the page, and goods that are gone are gone.
package pricelists
