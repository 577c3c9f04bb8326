// Package xmlanswer turns a service's answers in XML into the JSON that its mapping reads, so
// that all of the mapping's language holds for them.
//
// An element is a member of the element around it, the outermost one of the whole answer. One
// with a text alone is that text; one with attributes or elements is an object, with @name
// for an attribute and # for its own text. Elements of one name side by side are a list. XML
// does not tell a list of one from a value, nor an empty list from nothing: which elements
// repeat is told by the mapping, which reads lists at certain places (shape.go).
package xmlanswer
