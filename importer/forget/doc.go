// Package forget lets what is older than it is to be kept go, and what names one person: from the
// journal, and the files that orders came in and were answered by.
//
// Files go first and the journal after them: whoever was interrupted finds by the journal what is
// left. Whatever stays is named, with the reason and the way out.
package forget
