{{/* What tells the objects of one process apart: a dict with `root` and `name`. */}}
{{- define "steelyard.labels" -}}
app.kubernetes.io/name: steelyard
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{/* A container without rights on a root that it cannot write. */}}
{{- define "steelyard.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* What no pod of Steelyard needs. */}}
{{- define "steelyard.podRestrictions" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "steelyard.image" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{- define "steelyard.resources" -}}
{{- $given := index .root.Values.resources .name -}}
requests: { memory: {{ $given.memory | quote }}, cpu: {{ $given.cpu | quote }} }
limits: { memory: {{ $given.memory | quote }} }
{{- end }}

{{/* The secrets of a process: a dict with `root` and `secrets`. */}}
{{- define "steelyard.secrets" -}}
{{- $secret := .root.Values.existingSecret -}}
{{- range .secrets }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret | quote }}, key: {{ . }} } }
{{- end }}
{{- end }}

{{/* A back-end process: a dict with `root`, `name`, `args`, `secrets`, `env` and `probe`. */}}
{{- define "steelyard.backEnd" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .root.Release.Name }}-{{ .name }}
  labels: {{- include "steelyard.labels" . | nindent 4 }}
spec:
  replicas: 1
  {{- if not (has "ReadWriteMany" .root.Values.uploads.accessModes) }}
  strategy: { type: Recreate } # one node at a time has the volume
  {{- end }}
  selector:
    matchLabels: {{- include "steelyard.labels" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "steelyard.labels" . | nindent 8 }}
    spec:
      {{- include "steelyard.podRestrictions" . | nindent 6 }}
      containers:
        - name: {{ .name }}
          {{- include "steelyard.image" .root | nindent 10 }}
          args: {{ .args | toJson }}
          env:
            {{- include "steelyard.secrets" . | nindent 12 }}
            - { name: STEELYARD_HOST, value: 0.0.0.0 }
            - { name: STEELYARD_DATA_DIR, value: /data }
            - { name: STEELYARD_UPLOAD_DIR, value: /data/uploads }
            - { name: STEELYARD_METRICS_PORT, value: "9464" }
            - { name: STEELYARD_WEB_URL, value: {{ .root.Values.webUrl | quote }} }
            {{- range $name, $value := merge (dict) .env .root.Values.env }}
            - { name: {{ $name }}, value: {{ $value | quote }} }
            {{- end }}
          ports:
            - { name: metrics, containerPort: 9464 }
            {{- if eq .name "api" }}
            - { name: api, containerPort: 4000 }
            {{- end }}
            {{- if eq .name "wlb" }}
            - { name: wlb, containerPort: 8012 }
            {{- end }}
          readinessProbe:
            httpGet: {{ .probe | toJson }}
            periodSeconds: 10
            timeoutSeconds: 5
          livenessProbe:
            httpGet: { path: /metrics, port: metrics }
            initialDelaySeconds: 60
            periodSeconds: 20
            timeoutSeconds: 10
            failureThreshold: 6
          resources: {{- include "steelyard.resources" . | nindent 12 }}
          securityContext: {{- include "steelyard.securityContext" . | nindent 12 }}
          volumeMounts:
            {{- if ne .name "wlb" }}
            - { name: uploads, mountPath: /data/uploads }
            {{- end }}
            - { name: tmp, mountPath: /tmp }
      volumes:
        {{- if ne .name "wlb" }}
        - name: uploads
          persistentVolumeClaim: { claimName: {{ .root.Release.Name }}-uploads }
        {{- end }}
        - { name: tmp, emptyDir: {} }
{{- end }}
