// Package xmlscan reads the XML of sheets, token by token, several times as fast as the
// standard library and within bounds: sheets are a hundred megabytes of small elements.
//
// Glossary: a token is a begin tag, an end tag or a text; around a token are the elements that
// it stands in; an offset counts the bytes of the XML, so that what lies between two tokens can
// be copied as it is.
package xmlscan
