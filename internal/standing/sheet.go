package standing

import "time"

// Sheet is a Google sheet that the orders of a source come from, as it was looked at last.
type Sheet struct {
	Source  string    `json:"source"` // "" is the inbox itself
	Link    string    `json:"link"`   // where a person opens it
	Tab     string    `json:"tab,omitempty"`
	At      time.Time `json:"at,omitzero"`       // when it was last read whole
	Orders  int       `json:"orders"`            // that stood in it then
	Waiting int       `json:"waiting"`           // of these, those whose rows were changed just now
	File    string    `json:"file,omitempty"`    // that was last made of it
	TakenAt time.Time `json:"taken_at,omitzero"` // when

	Writes    bool      `json:"writes"`              // results are written into the spreadsheet
	WrittenAt time.Time `json:"written_at,omitzero"` // when something was written last
	Error     string    `json:"error,omitempty"`     // of the last look; the time and all else is of the one before it
	Mend      string    `json:"mend,omitempty"`
	Next      time.Time `json:"next,omitzero"` // when it is looked at again
}
