// Package wire turns the JSON text of a request's body into the form in which the service
// takes it: JSON, the fields of a form, or XML. The same text gives the same bytes.
//
// The journal keeps the JSON text of an order: what goes out is made of it and of nothing else.
package wire
