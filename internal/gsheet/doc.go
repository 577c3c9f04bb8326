// Package gsheet speaks to Google Sheets: it reads the cells of a tab, by a link that everybody
// may read or as a service account that the spreadsheet is shared with, and writes cells as that
// account.
//
// A link is read with a plain GET of its CSV export. A service account signs a JSON Web Token with
// its key (RFC 7523), gets an access token for it, and asks the Sheets API v4: spreadsheets.get for
// the tabs, values.get for the cells, values.batchUpdate for what is written. Redirects lead to
// Google's own hosts alone. What is not wholly read is an error, and no cells.
//
// # Words
//
//   - link: the address of a spreadsheet, as people copy it from the browser
//   - published: of a link made by File, Share, Publish to web: it has an id of its own
//   - tab: one sheet of a spreadsheet; gid is its number in a link
//   - grid: the texts of a tab's cells, from its first row and column on
//   - account: the service account, which is known by its key
//   - fault: what is wrong, with the way out
package gsheet
