{{- define "vestibule.labels" -}}
app.kubernetes.io/name: vestibule
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "vestibule.selector" -}}
app.kubernetes.io/name: vestibule
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/component: server
{{- end }}

{{- define "vestibule.image" -}}
{{- $tag := include "vestibule.text" (.Values.image.tag | default .Chart.AppVersion) }}
{{- .Values.image.repository }}{{ ternary "@" ":" (hasPrefix "sha256:" $tag) }}{{ $tag }}
{{- end }}

{{- /* YAML's values as text: a list by commas, and a whole number without an exponent. */}}
{{- define "vestibule.text" -}}
{{- if kindIs "slice" . }}{{ join "," . }}
{{- else if kindIs "float64" . }}{{ if eq . (floor .) }}{{ printf "%.0f" . }}{{ else }}{{ . }}{{ end }}
{{- else }}{{ . }}
{{- end }}
{{- end }}

{{- /* Annotations, or labels. */}}
{{- define "vestibule.texts" -}}
{{- range $name, $value := . }}
{{ $name | quote }}: {{ include "vestibule.text" $value | quote }}
{{- end }}
{{- end }}

{{- define "vestibule.pod" -}}
automountServiceAccountToken: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
{{- range . }}
  - {{ kindIs "map" . | ternary . (dict "name" (toString .)) | toYaml }}
{{- end }}
{{- end }}
securityContext: {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- include "vestibule.texts" . | trim | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "vestibule.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "vestibule.settings" -}}
{{- $own := list "PORT" "INTERNAL_PORT" }}
{{- if .Values.caBundle }}{{ $own = append $own "CA_FILE" }}{{ end }}
{{- if .Values.brands.volume }}{{ $own = append $own "BRANDS_DIR" }}{{ end }}
{{- if .Values.oidcClients.volume }}{{ $own = append $own "OIDC_CLIENTS_DIR" }}{{ end }}
{{- if .Values.webhooks.volume }}{{ $own = append $own "WEBHOOKS_FILE" }}{{ end }}
{{- range $name, $value := .Values.settings }}
{{- if has $name $own }}{{ fail (printf "settings.%s: the chart sets it" $name) }}{{ end }}
{{- /* 0 is a value. */}}
{{- if kindIs "map" $value }}{{ fail (printf "settings.%s: a map is no setting" $name) }}{{ end }}
{{- if not (or (kindIs "invalid" $value) (eq (toString $value) "")) }}
- { name: {{ $name | quote }}, value: {{ include "vestibule.text" $value | quote }} }
{{- end }}
{{- end }}
{{- if .Values.caBundle }}
{{- if not .Values.certificates.volume }}{{ fail "caBundle is a file of certificates.volume, which is not set" }}{{ end }}
- { name: CA_FILE, value: {{ printf "/certificates/%s" .Values.caBundle | quote }} }
{{- end }}
{{- if .Values.brands.volume }}
- { name: BRANDS_DIR, value: /brands }
{{- end }}
{{- if .Values.oidcClients.volume }}
- { name: OIDC_CLIENTS_DIR, value: /oidc-clients }
{{- end }}
{{- if .Values.webhooks.volume }}
- { name: WEBHOOKS_FILE, value: /webhooks/webhooks.json }
{{- end }}
{{- end }}

{{- define "vestibule.mounts" -}}
- { name: temporary, mountPath: /tmp }
{{- if .Values.brands.volume }}
- { name: brands, mountPath: /brands, readOnly: true }
{{- end }}
{{- if .Values.oidcClients.volume }}
- { name: oidc-clients, mountPath: /oidc-clients, readOnly: true }
{{- end }}
{{- if .Values.webhooks.volume }}
- { name: webhooks, mountPath: /webhooks, readOnly: true }
{{- end }}
{{- if .Values.certificates.volume }}
- { name: certificates, mountPath: /certificates, readOnly: true }
{{- end }}
{{- end }}

{{- define "vestibule.volumes" -}}
- { name: temporary, emptyDir: { sizeLimit: 64Mi } }
{{- with .Values.brands.volume }}
- name: brands
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.oidcClients.volume }}
- name: oidc-clients
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.webhooks.volume }}
- name: webhooks
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.certificates.volume }}
- name: certificates
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
