{{- define "headwater.name" -}}
{{- if contains "headwater" .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-headwater" (.Release.Name | trunc 40 | trimSuffix "-") -}}
{{- end -}}
{{- end -}}

{{- define "headwater.selector" -}}
app.kubernetes.io/name: headwater
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end -}}

{{- define "headwater.labels" -}}
{{ include "headwater.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{/* One role of the fleet: its deployment and the budget of its disruptions. Called with `root`, `role` and the values of the role. */}}
{{- define "headwater.process" -}}
{{- $values := .root.Values -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "headwater.name" .root }}-{{ .role }}
  labels: {{- include "headwater.labels" . | nindent 4 }}
spec:
  {{- if not .process.autoscaling.enabled }}
  replicas: {{ .process.replicas }}
  {{- end }}
  strategy:
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels: {{- include "headwater.selector" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "headwater.labels" . | nindent 8 }}
      {{- with $values.podAnnotations }}
      annotations: {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "headwater.name" .root }}
      automountServiceAccountToken: false
      {{- with $values.imagePullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      # The image's user `node`.
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        fsGroupChangePolicy: OnRootMismatch
        seccompProfile: { type: RuntimeDefault }
      terminationGracePeriodSeconds: 30
      containers:
        - name: {{ .role }}
          image: "{{ $values.image.repository }}:{{ $values.image.tag | default .root.Chart.AppVersion }}"
          imagePullPolicy: {{ $values.image.pullPolicy }}
          args: [serve, --role, {{ .role }}]
          ports:
            - { name: http, containerPort: 4000 }
          env:
            - name: HEADWATER_DATABASE
              valueFrom:
                secretKeyRef: { name: {{ $values.database.secret | quote }}, key: {{ $values.database.key | quote }} }
            - name: HEADWATER_TOKEN
              valueFrom:
                secretKeyRef: { name: {{ $values.token.secret | quote }}, key: {{ $values.token.key | quote }} }
            {{- if $values.files.bucket }}
            - { name: HEADWATER_FILES, value: {{ $values.files.bucket | quote }} }
            {{- end }}
            {{- if $values.ingress.enabled }}
            - { name: HEADWATER_TRUST_PROXY, value: "true" }
            {{- end }}
            {{- range $name, $value := $values.settings }}
            - { name: {{ $name }}, value: {{ $value | quote }} }
            {{- end }}
          {{- if or $values.settingsSecret $values.files.bucketKeys }}
          envFrom:
            {{- range compact (list $values.files.bucketKeys $values.settingsSecret) }}
            - secretRef: { name: {{ . | quote }} }
            {{- end }}
          {{- end }}
          {{- if eq .role "api" }}
          # The cluster sends requests for some seconds after it has asked a pod to stop.
          lifecycle:
            preStop: { exec: { command: [sleep, "5"] } }
          {{- end }}
          # The first start makes the tables and may read files that were there before.
          startupProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 2
            failureThreshold: 150
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 5
            timeoutSeconds: 5
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          resources: {{- toYaml .process.resources | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
      volumes:
        - name: data
          {{- if $values.files.claim }}
          persistentVolumeClaim: { claimName: {{ $values.files.claim | quote }} }
          {{- else }}
          emptyDir: { sizeLimit: {{ $values.scratch }} }
          {{- end }}
        - name: tmp
          emptyDir: { sizeLimit: {{ $values.scratch }} }
      {{- with .process.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .process.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .process.affinity }}
      affinity: {{- toYaml . | nindent 8 }}
      {{- end }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "headwater.name" .root }}-{{ .role }}
  labels: {{- include "headwater.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {{- include "headwater.selector" . | nindent 6 }}
{{- end -}}
