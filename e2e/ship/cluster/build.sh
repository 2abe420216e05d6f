#!/bin/sh
# Builds the programs of a Kubernetes cluster, Helm and kwok into a directory, through the Go module
# proxy: about 35 minutes of CPU time. etcd comes from Debian (etcd-server).
#
#   sh e2e/ship/cluster/build.sh DIRECTORY
set -eu
kubernetes=1.37.2
out=$(mkdir -p "$1" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CGO_ENABLED=0
GOBIN=$out go install helm.sh/helm/v3/cmd/helm@v3.22.0
GOBIN=$out go install sigs.k8s.io/kwok/cmd/kwok@v0.8.0
source=$(go mod download -json "k8s.io/kubernetes@v$kubernetes" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
cd "$work"
{
  printf 'module cluster\n\ngo 1.26.0\n\nrequire k8s.io/kubernetes v%s\n\nreplace (\n' "$kubernetes"
  # Modules of its own repository, which it names by folders that a module does not have.
  sed -n "s#^\s*\(k8s.io/[^ ]*\) => ./staging.*#\1 => \1 v0.${kubernetes#1.}#p" "$source/go.mod"
  printf ')\n'
} >go.mod
for of in kube-apiserver:NewAPIServerCommand kube-controller-manager:NewControllerManagerCommand kube-scheduler:NewSchedulerCommand; do
  mkdir "${of%:*}"
  cat >"${of%:*}/main.go" <<GO
package main

import (
	"os"

	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/${of%:*}/app"
)

func main() { os.Exit(cli.Run(app.${of#*:}())) }
GO
done
go mod tidy -e
go build -mod=mod -ldflags '-s -w' -o "$out" ./...
stages=$(go mod download -json sigs.k8s.io/kwok@v0.8.0 | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')/kustomize/stage
for stage in "$stages"/node/fast/node-*.yaml "$stages"/node/heartbeat/node-*.yaml "$stages"/pod/fast/pod-*.yaml; do
  printf -- '---\n'
  cat "$stage"
done >"$out/stages.yaml"
