// Renders a Helm chart with Helm itself and reads each object strictly as the type that Kubernetes
// has for it, so that a field that it does not know is an error. Prints what was rendered.
//
//	go run . CHART [NAME=VALUE ...]
package main

import (
	"fmt"
	"os"
	"sort"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	"helm.sh/helm/v3/pkg/strvals"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/kubernetes/scheme"
)

func main() {
	if err := check(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func check(directory string, settings []string) error {
	given := map[string]interface{}{}
	for _, setting := range settings {
		if err := strvals.ParseInto(setting, given); err != nil {
			return err
		}
	}
	linted := lint.AllWithKubeVersion(directory, given, "release", nil)
	for _, message := range linted.Messages {
		if message.Severity >= support.WarningSev {
			return message
		}
	}
	chart, err := loader.Load(directory)
	if err != nil {
		return err
	}
	release := chartutil.ReleaseOptions{Name: "sy", Namespace: "default", IsInstall: true}
	values, err := chartutil.ToRenderValues(chart, given, release, nil)
	if err != nil {
		return err
	}
	rendered, err := engine.Render(chart, values)
	if err != nil {
		return err
	}
	names := []string{}
	for name := range rendered {
		names = append(names, name)
	}
	sort.Strings(names)
	decoder := serializer.NewCodecFactory(scheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	for _, name := range names {
		for _, document := range strings.Split(rendered[name], "\n---\n") {
			if strings.TrimSpace(document) == "" {
				continue
			}
			if _, _, err := decoder.Decode([]byte(document), nil, nil); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			fmt.Printf("---\n%s\n", document)
		}
	}
	return nil
}
