package sheet

import (
	"fmt"
	"os"
	"strings"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// credentials are what the file or the environment holds, with the key of the config that names it.
func (s *Settings) credentials(at Place) (data []byte, from strictyaml.Scalar, where string, err error) {
	if file := s.CredentialsFile; file.Text != "" {
		data, err = os.ReadFile(at.Path(file.Text))
		return data, file, "credentials_file", err
	}
	text, _ := at.LookupEnv(s.CredentialsEnv.Text)
	if strings.TrimSpace(text) == "" {
		err = fmt.Errorf("the environment has no %s", s.CredentialsEnv.Text)
	}
	return []byte(text), s.CredentialsEnv, "credentials_env", err
}
